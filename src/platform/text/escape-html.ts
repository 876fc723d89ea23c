const escaped: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** A text as it stands in HTML, also within an attribute. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escaped[character] ?? '')

/** The beginning of a text, as an email quotes it: what is longer is read elsewhere. */
export function excerptOf(text: string, lettersMax: number) {
  const letters = [...text]
  return letters.length > lettersMax ? `${letters.slice(0, lettersMax).join('')}…` : text
}

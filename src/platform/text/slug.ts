/** Converts a name for a URL: "UX/UI Design" becomes "ux-ui-design"; at most 60 characters. */
export const slugify = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')

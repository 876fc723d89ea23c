/** Longer than the text of any real resume. */
export const resumeTextMax = 100_000

/** Characters that databases refuse, and invisible ones. */
const unprintable = /[[\p{Cc}\u00ad]--[\t\n]]/gv

/**
 * Without characters that show nothing, without spaces before line breaks, and with one empty line at most. A pattern
 * for spaces could take seconds.
 */
export const tidyText = (text: string) =>
  text
    .slice(0, resumeTextMax)
    .toWellFormed()
    .replace(unprintable, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The letters of the certificate's typeface: Latin, with accents of Europe, Africa and Vietnam. */
const printable =
  /^[ -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u017e\u0218-\u021b\u1ea0-\u1ef9\u2010\u2013\u2014\u2018\u2019\u201c\u201d]*$/

/** Whether the typeface has all letters of the text, so that no name is printed with gaps. */
export const isPrintable = (text: string) => printable.test(text)

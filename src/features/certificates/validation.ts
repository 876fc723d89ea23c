/** The letters that the certificate's typeface has: Latin ones, with every accent of Europe, Africa and Vietnam that it draws. */
const printable =
  /^[ -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u017e\u0218-\u021b\u1ea0-\u1ef9\u2010\u2013\u2014\u2018\u2019\u201c\u201d]*$/

/** Whether a certificate can show the text as it is, so that no graduate's name is printed with gaps. */
export const isPrintable = (text: string) => printable.test(text)

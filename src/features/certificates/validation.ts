/** The letters of the certificate's typeface: Latin, with accents of Europe, Africa and Vietnam. */
const printable =
  /^[ -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u017e\u0218-\u021b\u1ea0-\u1ef9\u2010\u2013\u2014\u2018\u2019\u201c\u201d]*$/

/** Whether the typeface has all letters of the text (NFC), so that no name is printed with gaps. */
export const isPrintable = (text: string) => printable.test(text)

export const printedLengthMax = 80

export const certificateStatuses = ['VALID', 'REVOKED'] as const
export type CertificateStatus = (typeof certificateStatuses)[number]

export const certificateOrders = ['issued_on', '-issued_on', 'name', '-name'] as const

export const certificateActions = ['issued', 'imported', 'corrected', 'sent', 'revoked'] as const

export const revocationLengthMax = 300

/** The certificates of a cohort that are issued in one go. */
export const issueRowsMax = 500

export const certificateFileBytesMax = 2 * 1024 * 1024
export const certificateRowsMax = 2_000
export const certificateOutcomes = ['added', 'known', 'repeated', 'invalid'] as const
export type CertificateOutcome = (typeof certificateOutcomes)[number]

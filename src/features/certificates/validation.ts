/** What the certificate's typefaces have: Latin with all its accents, also those that letters are combined with. */
const printable =
  /^(?:[ -~\u00a0-\u00ac\u00ae-\u02af\u02b9-\u02c9\u1e00-\u1eff\u2010\u2013\u2014\u2018\u2019\u201c\u201d\u2c60-\u2c7f\ua78b\ua78c]|[\u0300-\u036f])*$/

/** More accents on one letter than any language writes. */
const tooManyAccents = /\p{M}{4}/u

/** Whether the typefaces have all letters of the text (NFC), so that no name is printed with gaps. */
const isPrintable = (text: string) => printable.test(text) && !tooManyAccents.test(text)

const scripts = {
  Ethiopic: /\p{Script=Ethiopic}/u,
  "N'Ko": /\p{Script=Nko}/u,
  Arabic: /\p{Script=Arabic}/u,
  Chinese: /\p{Script=Han}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
}

/** Why a text (NFC) can't be printed, with what to do about it; undefined if it can. */
export function validatePrinted(text: string) {
  if (isPrintable(text)) return undefined
  const [script] = Object.entries(scripts).find(([, letters]) => letters.test(text)) ?? []
  if (script) return `We cannot print ${script} letters. Please write it in Latin letters`
  const letters = [...text].filter((letter) => !isPrintable(letter))
  return letters.length > 0
    ? `We cannot print ${[...new Set(letters)].slice(0, 5).join(' ')}. Please write it without`
    : 'We cannot print so many accents on one letter'
}

/** Any name that an application may have. */
export const printedLengthMax = 201

/** Digits and letters that can't be confused with one another. */
export const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const codeLength = 12

/** A code as it is printed, of what somebody typed: in groups of four, whatever the case, the spaces and the dashes. */
export const toCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^\dA-Z]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-')

/** Whether a code has all its letters and digits. */
export const isWholeCode = (code: string) => code.replaceAll('-', '').length === codeLength

export const certificateStatuses = ['VALID', 'REVOKED'] as const
export type CertificateStatus = (typeof certificateStatuses)[number]

export const certificateStatusLabels: Record<CertificateStatus, string> = {
  VALID: 'Valid',
  REVOKED: 'Revoked',
}

/** The texts for a person who checks a printed certificate. */
export const verifiedStatuses = ['VALID', 'REPLACED', 'REVOKED'] as const

export const certificateOrders = ['issued_on', '-issued_on', 'name', '-name'] as const

export const certificateActions = ['issued', 'imported', 'corrected', 'sent', 'revoked'] as const

export const revocationLengthMax = 300

/** The certificates of a cohort that are issued in one go. */
export const issueRowsMax = 1_000

export const certificateFileBytesMax = 2 * 1024 * 1024
export const certificateRowsMax = 2_000
export const certificateOutcomes = ['added', 'known', 'repeated', 'invalid'] as const
export type CertificateOutcome = (typeof certificateOutcomes)[number]

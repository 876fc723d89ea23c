import { formatDate, formatDateTime } from './format.ts'

/** When the privacy page last changed. What visitors send is stored with it: by sending they agree to that page. */
export const privacyVersion = '2026-11-27'

/**
 * When somebody agreed to the privacy page, and to which version. It stands after 'Agreed'.
 * @param version empty for what staff entered
 */
export const consentText = (at: string, version: string) =>
  version
    ? `${formatDateTime(at)}, to the privacy page of ${formatDate(version)}`
    : 'to no known version'

/** The content security policy of an answer that may load nothing at all: calls, files, redirects. */
const nothing = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer; a page sets its own content security policy before. */
export const securityHeaders = (isHttps: boolean): [string, string][] => [
  ['content-security-policy', nothing],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['cross-origin-opener-policy', 'same-origin'],
  ...(isHttps
    ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as [string, string]]
    : []),
]

/** A page runs the product's own scripts and the inline ones that carry this answer's nonce. */
export const pagePolicy = (nonce: string, isHttps: boolean) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

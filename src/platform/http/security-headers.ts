import { company } from '#shared/company.ts'

/** The content security policy of an answer that may load nothing at all: calls, files, redirects. */
const nothing = "default-src 'none'; frame-ancestors 'none'"

/** Whether the visitor came by https, as the configuration or else the proxy says. */
export const isHttps = (
  config: { siteUrl?: string | undefined },
  forwardedProtocol: string | string[] | null | undefined,
) => config.siteUrl?.startsWith('https:') ?? forwardedProtocol === 'https'

/** Headers of every answer; a page sets its own content security policy before. */
export const securityHeaders = (isSecure: boolean): [string, string][] => [
  ['content-security-policy', nothing],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['cross-origin-opener-policy', 'same-origin'],
  ...(isSecure
    ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as [string, string]]
    : []),
]

/**
 * The pages of staff, who read resumes in a frame. A frame that shows a `blob:` inherits its page's policy, and WebKit
 * applies `frame-ancestors` from it, too. One gets to the dashboard from the login page without another policy.
 */
const showsFiles = /^\/(dashboard|login)(\/|$)/

/** A page runs the product's own scripts, and of inline ones just those with these hashes. */
export function pagePolicy(
  scriptHashes: readonly string[],
  config: {
    apiRoot: string
    siteUrl?: string | undefined
    analyticsId?: string | undefined
    mode: string
  },
  pathname = '/',
) {
  const apiOrigin = URL.canParse(config.apiRoot) ? ` ${new URL(config.apiRoot).origin}` : ''
  // A visitor goes from page to page under the policy of the first one, so each has what the contact page needs.
  const measurementOrigin = config.analyticsId ? ' https://www.google-analytics.com' : ''
  const mapOrigin = new URL(company.map.frame).origin
  // In development Vite puts its own scripts into the page and talks to it.
  const isDevelopment = config.mode === 'development'
  return [
    "default-src 'none'",
    `script-src 'self' ${isDevelopment ? "'unsafe-inline'" : scriptHashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    // Pictures run nothing, and staff name them by their address: a tech stack's icon for one.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self' ${mapOrigin}${apiOrigin}${measurementOrigin}${isDevelopment ? ' ws:' : ''}`,
    ...(isDevelopment ? ['worker-src blob:'] : []),
    "media-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self' blob: ${mapOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${showsFiles.test(pathname) ? "'self'" : "'none'"}`,
    ...(config.siteUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

import { mapOrigin } from '#shared/company.ts'
import { playerOrigins } from '#shared/videos.ts'
import { createProxyCheck } from './client-ip.ts'

/** The content security policy of responses that load nothing: API, files, redirects. */
const loadNothing = "default-src 'none'; frame-ancestors 'none'"

/**
 * Creates a function that tells whether the visitor uses https, according to SITE_URL or else to a trusted proxy.
 * @returns a function of the connection's peer and the X-Forwarded-Proto header
 */
export function createHttpsCheck(config: { siteUrl?: string; trustedProxies: readonly string[] }) {
  const isTrusted = createProxyCheck(config.trustedProxies)
  return (peer: string, forwardedProtocol: string | string[] | null | undefined) =>
    config.siteUrl?.startsWith('https:') ?? (forwardedProtocol === 'https' && isTrusted(peer))
}

/** Types that are parts of pages, and run or load nothing when they are opened by themselves. */
const partTypes = /^(text\/(javascript|css)|font\/|image\/(avif|webp|jpeg|png))/

/**
 * Whether a response of this type is a script, a style sheet, a font or a picture, which the policy of its page is
 * about.
 */
export const isPart = (type: string | null | undefined) => partTypes.test(type ?? '')

/** The headers of a part of a page. */
export const partHeaders = (isSecure: boolean): [string, string][] => [
  ['x-content-type-options', 'nosniff'],
  ...(isSecure
    ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as [string, string]]
    : []),
]

/** The headers of a drawing (SVG), which is a part of a page, but might run scripts when it is opened by itself. */
export const drawingHeaders = (isSecure: boolean): [string, string][] => [
  ['content-security-policy', "default-src 'none'"],
  ...partHeaders(isSecure),
]

/** Headers of every other response; pages override the content security policy. */
export const securityHeaders = (isSecure: boolean): [string, string][] => [
  ['content-security-policy', loadNothing],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['cross-origin-opener-policy', 'same-origin'],
  ...partHeaders(isSecure),
]

/**
 * The pages of staff, who read resumes in a frame. A frame that shows a `blob:` inherits its page's policy, and WebKit
 * applies `frame-ancestors` from it, too. One gets to the dashboard from the login page without another policy.
 */
const showsFiles = /^\/(dashboard|login)(\/|$)/

/** The content security policy of pages: own scripts, and inline ones with these hashes only. */
export function pagePolicy(
  scriptHashes: readonly string[],
  config: {
    apiRoot: string
    siteUrl?: string
    analyticsId?: string
    mode: string
  },
  pathname = '/',
) {
  const apiOrigin = URL.canParse(config.apiRoot) ? ` ${new URL(config.apiRoot).origin}` : ''
  const measurementOrigin = config.analyticsId ? ' https://www.google-analytics.com' : ''
  // In development Vite injects inline scripts and opens a WebSocket.
  const isDevelopment = config.mode === 'development'
  return [
    "default-src 'none'",
    `script-src 'self' ${isDevelopment ? "'unsafe-inline'" : scriptHashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    // Images can't run code, and staff may link external ones, such as a tech stack's icon.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self' ${mapOrigin}${apiOrigin}${measurementOrigin}${isDevelopment ? ' ws:' : ''}`,
    ...(isDevelopment ? ['worker-src blob:'] : []),
    "media-src 'self'",
    "manifest-src 'self'",
    // Client-side navigation keeps the first page's policy, so every page allows the contact page's map and videos.
    `frame-src 'self' blob: ${[mapOrigin, ...playerOrigins].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${showsFiles.test(pathname) ? "'self'" : "'none'"}`,
    ...(config.siteUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

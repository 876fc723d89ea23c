import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { deferScripts } from '#client/page/defer-scripts.ts'
import holdScript from '#client/page/hold.ts?inline-script'
import hydrateScript from '#client/page/hydrate.ts?inline-script'
import { speculationRules } from '#client/page/speculation-rules.ts'
import measurementUrl from '#features/analytics/public/measurement.ts?worker&url'
import { isCounted } from '#features/analytics/validation.ts'
import { NonceContext } from '#layout/nonce.ts'
import pageUrl from './entry.page.ts?worker&url'

// The server imports the contexts from this build, because its own copies would be different objects.
export {
  apiContext,
  apiRootContext,
  avatarUrlContext,
  companyContext,
  formDataContext,
  isMailSetUpContext,
  siteUrlContext,
} from '#client/loaders/loaders.ts'
export const nonceContext = createContext<string>()
/** Whether visits are reported to Google Analytics as well. */
export const isMeasuredContext = createContext(false)
/** Receives the page's HTML, whose response is then empty: this saves encoding the text to bytes and decoding it. */
export const takeHtmlContext = createContext<((html: string) => void) | null>(null)
export const logContext = createContext<{ error(what: object, message: string): void }>()

/** Handles errors of loading and rendering; a request without a matching page is not an error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (request.signal.aborted || isRefusal) return
  context.get(logContext).error({ err: error }, 'page failed')
}

const hydratesOnLoadAt = (url: URL, { hydratesOnLoad }: PageHandle = {}) =>
  typeof hydratesOnLoad === 'function' ? hydratesOnLoad(url) : hydratesOnLoad === true

/** Renders a complete page: pages are small, and complete pages can be compressed, hashed and cached. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceContext)
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // Keeps React from sending parts of the page out of order, which scripts would have to move.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
      },
    )
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  const url = new URL(request.url)
  const hydratesOnLoad = entry.staticHandlerContext.matches.some(({ route }) =>
    hydratesOnLoadAt(url, route.handle),
  )
  const hasOwnScript = isCounted(url.pathname) || html.includes('data-menu=')
  const page = deferScripts(html, {
    nonce,
    hydratesOnLoad,
    first: hasOwnScript ? `<script nonce="${nonce}">${holdScript}</script>` : '',
    scripts: [
      !hasOwnScript && `<script nonce="${nonce}">${hydrateScript}</script>`,
      !hydratesOnLoad &&
        `<script nonce="${nonce}" type="speculationrules">${speculationRules}</script>`,
      // Deferred ones would keep back the scroll to the part that the URL names.
      hasOwnScript && `<script type="module" async src="${pageUrl}" data-page></script>`,
      isCounted(url.pathname) &&
        context.get(isMeasuredContext) &&
        `<script type="module" async src="${measurementUrl}" fetchpriority="low"></script>`,
    ]
      .filter(Boolean)
      .join(''),
  })
  const takeHtml = context.get(takeHtmlContext)
  takeHtml?.(page)
  return new Response(takeHtml ? null : page, { status, headers })
}

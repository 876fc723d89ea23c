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
import { NonceContext } from '#layout/nonce.ts'

// The server that runs this build takes the contexts from it, since its own copies would be other ones.
export { apiContext, postedFilesContext, siteUrlContext } from '#client/loaders/loaders.ts'
export const nonceContext = createContext<string>()
/** Takes the HTML of a page, which its answer goes without then: to make it bytes and text again would take time. */
export const takeHtmlContext = createContext<((html: string) => void) | null>(null)
export const logContext = createContext<{ error(what: object, message: string): void }>()

/** What went wrong while a page was loaded or rendered; a request that no page answers is no failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (request.signal.aborted || isRefusal) return
  context.get(logContext).error({ err: error }, 'page failed')
}

/** Renders a page whole: it is small, and a whole page can be compressed, hashed and kept. */
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
        // No part of a page is put at its end, to be moved to its place by a script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
      },
    )
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  const takeHtml = context.get(takeHtmlContext)
  takeHtml?.(html)
  return new Response(takeHtml ? null : html, { status, headers })
}

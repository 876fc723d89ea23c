import { hash, randomUUID } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Config } from '#config'
import { prepareAnswer, preparedResponse } from '#platform/cache/cached-response.ts'
import type { NoteTag, PageCache } from '#platform/cache/page-cache.ts'
import { readBody } from '#platform/http/body.ts'
import type { CallContext } from '#platform/http/context.ts'
import { pagePolicy } from '#platform/http/security-headers.ts'
import type * as Entry from '../../entry.server.tsx'
import type { PageListener } from '../app.ts'
import { isRemote, pageApi } from './api-client.ts'

/**
 * Answers pages by the React Router build, with a policy that lets run just the scripts it rendered. Signed-in
 * state lives in the browser alone, so a page is the same for everybody and is kept whole.
 * @param cache where pages are kept; null in development, when every request may bring another build
 */
export function createPageListener(
  getBuild: () => Promise<ServerBuild>,
  config: Config,
  cache: PageCache | null,
): PageListener {
  const handlerOf = rememberLast((build: ServerBuild) => createRequestHandler(build, config.mode))

  async function render(request: Request, context: CallContext, note: NoteTag) {
    const build = await getBuild()
    const entry = build.entry.module as unknown as typeof Entry
    const nonce = randomUUID()
    const provider = new RouterContextProvider()
    provider.set(entry.apiContext, pageApi({ ...context, noteTag: note }))
    provider.set(entry.nonceContext, nonce)
    provider.set(entry.logContext, context.log)
    provider.set(entry.siteUrlContext, config.siteUrl ?? '')
    let html: string | undefined
    provider.set(entry.takeHtmlContext, (rendered) => {
      html = rendered
    })
    const reads: Awaited<ReturnType<typeof readBody>>[] = []
    provider.set(entry.postedFilesContext, async (posted, filesMax) => {
      const read = await readBody(posted, filesMax, context, 'cut')
      reads.push(read)
      return read.request.formData()
    })
    try {
      const answer = await handlerOf(build)(request, provider)
      return { answer, html, nonce }
    } finally {
      for (const read of reads) await read.dispose()
    }
  }

  /** @returns the page, or whatever else the router answers: a redirect, data for a navigation */
  async function answerOnce(request: Request, context: CallContext, note: NoteTag) {
    const { answer, html, nonce } = await render(request, context, note)
    // What somebody posted stands in the answer and is for nobody else.
    if (!isRead(request)) answer.headers.set('cache-control', 'no-store')
    // How long to wait is what the refused call has said.
    const retryAfter = context.answerHeaders.get('retry-after')
    if (answer.status === 429 && retryAfter) answer.headers.set('retry-after', retryAfter)
    return html === undefined ? answer : preparePage(answer, html, nonce, config)
  }

  return async (request, context) => {
    const { pathname, search } = new URL(request.url)
    let other: Response | undefined
    const kept =
      cache && isRead(request)
        ? await cache.findOrMake(pathname + search, async (note) => {
            // What is kept for everybody must not depend on who happened to ask first.
            const anonymous = new Request(request.url, { headers: { accept: 'text/html' } })
            const answer = await answerOnce(anonymous, context, note)
            if (!(answer instanceof Response)) return answer
            other = answer
            return null
          })
        : null
    const answer = kept ?? other ?? (await answerOnce(request, context, () => {}))
    return answer instanceof Response ? answer : preparedResponse(request, answer)
  }
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** In development each request may bring another build; otherwise it is always the same. */
function rememberLast<Key, Value>(make: (key: Key) => Value) {
  let last: { key: Key; value: Value } | undefined
  return (key: Key) => {
    if (last?.key !== key) last = { key, value: make(key) }
    return last.value
  }
}

/** What scripts in the browser are to know of the configuration. */
const dataOf = (config: Config) =>
  (isRemote(config) ? ` data-api-root="${config.apiRoot}"` : '') +
  (config.analyticsId ? ` data-measurement="${config.analyticsId}"` : '')

function preparePage(
  { status, headers: given }: Response,
  rendered: string,
  nonce: string,
  config: Config,
) {
  const parts = rendered.split(` nonce="${nonce}"`)
  const html = parts.join('').replace('<html ', `<html${dataOf(config)} `)
  const headers = {
    // A cache before the server may keep the page, and asks whether it is still the same.
    'cache-control': 'public, max-age=0, must-revalidate',
    ...Object.fromEntries(given),
    'content-security-policy': pagePolicy(scriptHashes(parts), config),
  }
  return prepareAnswer(status, headers, Buffer.from(html))
}

/**
 * The hashes of the inline scripts that carry the nonce. A script that got into the page in any other way
 * has no nonce, gets no hash, and does not run.
 * @param parts the page, cut wherever the nonce was
 */
function scriptHashes(parts: readonly string[]) {
  const scripts = new Set<string>()
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    if (before === undefined || !before.startsWith('<script', before.lastIndexOf('<'))) continue
    const begin = part.indexOf('>') + 1
    const script = part.slice(begin, part.indexOf('</script>', begin))
    if (script) scripts.add(script)
  }
  return [...scripts].map((script) => `'sha256-${hash('sha256', script, 'base64')}'`)
}

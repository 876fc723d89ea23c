import { hash, randomBytes } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Config } from '#config'
import { type Compress, compress, compressed } from '#platform/compress.ts'
import { pagePolicy } from '#platform/security-headers.ts'
import { createInProcessClient } from './api.ts'
import type { PageListener } from './app.ts'
import type * as Entry from './entry.server.tsx'
import { createRemoteClient } from './remote-api.ts'

/** Answers pages by the React Router build, with a policy that lets run just the scripts it rendered. */
export function createPageListener(
  getBuild: () => Promise<ServerBuild>,
  config: Config,
): PageListener {
  const handlerOf = rememberLast((build: ServerBuild) => createRequestHandler(build, config.mode))
  const prepare = pagePreparer(config)
  return async (request, context) => {
    const build = await getBuild()
    const { apiContext, logContext, nonceContext } = build.entry.module as unknown as typeof Entry
    const nonce = randomBytes(16).toString('hex')
    const provider = new RouterContextProvider()
    provider.set(
      apiContext,
      isRemote(config) ? createRemoteClient(config.apiRoot) : createInProcessClient(context),
    )
    provider.set(nonceContext, nonce)
    provider.set(logContext, context.log)
    const answer = await handlerOf(build)(request, provider)
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer

    const rendered = await answer.text()
    // What a form was answered may hold what somebody wrote, so that is not kept.
    const page =
      request.method === 'GET' ? prepare(rendered, nonce) : preparePage(rendered, nonce, config)
    const headers = new Headers(answer.headers)
    headers.set('content-security-policy', page.policy)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache')
    return compressed(
      request,
      new Response(page.html, { status: answer.status, headers }),
      page.compress,
    )
  }
}

const isRemote = (config: Config) => config.apiRoot !== '/api'

/** In development each request may bring another build; otherwise it is always the same. */
function rememberLast<Key, Value>(make: (key: Key) => Value) {
  let last: { key: Key; value: Value } | undefined
  return (key: Key) => {
    if (last?.key !== key) last = { key, value: make(key) }
    return last.value
  }
}

type Page = { html: string; policy: string; compress: Compress }

const pagesKept = 50

/**
 * Makes what readies rendered pages for sending. Most come out as they did before, but for the nonce: those
 * are hashed and compressed once.
 */
function pagePreparer(config: Config) {
  const pages = new Map<string, Page>()
  return (rendered: string, nonce: string): Page => {
    const key = hash('sha256', rendered.replaceAll(nonce, 'nonce'), 'base64')
    const page = pages.get(key) ?? preparePage(rendered, nonce, config)
    pages.delete(key)
    pages.set(key, page)
    const [oldest] = pages.keys()
    if (pages.size > pagesKept && oldest !== undefined) pages.delete(oldest)
    return page
  }
}

function preparePage(rendered: string, nonce: string, config: Config): Page {
  const plain = rendered.replaceAll(` nonce="${nonce}"`, '')
  const html = isRemote(config)
    ? plain.replace('<html ', `<html data-api-root="${config.apiRoot}" `)
    : plain
  const results = new Map<string, ReturnType<Compress>>()
  return {
    html,
    policy: pagePolicy(scriptHashes(rendered, nonce), config),
    compress(bytes, encoding) {
      const result = results.get(encoding) ?? compress(bytes, encoding)
      results.set(encoding, result)
      return result
    },
  }
}

/**
 * The hashes of the inline scripts that carry the nonce. A script that got into the page in any other way
 * has no nonce, gets no hash, and does not run.
 */
function scriptHashes(rendered: string, nonce: string) {
  const marked = new RegExp(`<script[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, 'g')
  const scripts = [...rendered.matchAll(marked)].map(([, script]) => script).filter(Boolean)
  return [...new Set(scripts)].map((script) => `'sha256-${hash('sha256', script ?? '', 'base64')}'`)
}

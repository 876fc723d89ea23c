import { createHash, randomBytes } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Config } from '#config'
import { compressed } from '#platform/compress.ts'
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
  return async (request, context) => {
    const build = await getBuild()
    const { apiContext, nonceContext } = build.entry.module as unknown as typeof Entry
    const nonce = randomBytes(16).toString('hex')
    const provider = new RouterContextProvider()
    const isRemote = config.apiRoot !== '/api'
    provider.set(
      apiContext,
      isRemote ? createRemoteClient(config.apiRoot) : createInProcessClient(context),
    )
    provider.set(nonceContext, nonce)
    const answer = await createRequestHandler(build, config.mode)(request, provider)
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer

    const { html, hashes } = hashScripts(await answer.text(), nonce)
    const headers = new Headers(answer.headers)
    headers.set('content-security-policy', pagePolicy(hashes, config))
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache')
    const page = isRemote
      ? html.replace('<html ', `<html data-api-root="${config.apiRoot}" `)
      : html
    return compressed(request, new Response(page, { status: answer.status, headers }))
  }
}

/**
 * The hashes of the inline scripts that carry the nonce, and the page without nonces. A script that got into
 * the page in any other way has no nonce, gets no hash, and does not run.
 */
function hashScripts(page: string, nonce: string) {
  const hashes = new Set<string>()
  const marked = new RegExp(`<script[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, 'g')
  for (const [, script] of page.matchAll(marked)) {
    if (script) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return { html: page.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] }
}

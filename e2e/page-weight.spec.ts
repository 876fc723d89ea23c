import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { ownScriptMax } from './support/own-script.ts'

/** What React Router's manifest says of a route's scripts, which a visit of it asks for at once. */
type Scripts = { module: string; imports?: string[] }
type Route = Scripts & { parentId?: string; clientLoaderModule?: string }
type Manifest = { entry: Scripts; routes: Record<string, Route> }

const client = 'build/client'
const assets = join(client, 'assets')

/** The most that a page may load, in bytes of brotli; `npm run bench -- pages` measures the rest of it in a browser. */
const limitOf = (page: string) => {
  if (page.startsWith('pages/dashboard/')) return 165_000
  if (page === 'pages/public/login') return 140_000
  // A public page asks for them once it hydrates, and with a form for what sends it.
  return 134_000
}

test('no page loads more JavaScript than it may', () => {
  const manifest = readManifest()
  const pages = Object.keys(manifest.routes).filter((id) => id.startsWith('pages/'))
  expect(pages.length).toBeGreaterThan(60)

  const weights = pages.map((page) => ({ page, bytes: weigh(scriptsOf(manifest, page)) }))

  expect(weights.filter(({ page, bytes }) => bytes > limitOf(page))).toEqual([])
})

test('the script of every public page has no more than it may', () => {
  const files = readdirSync(assets).filter((name) => /^entry[.]page-.+[.]js$/.test(name))

  expect(files.map((file) => bytesOf(join(assets, file)) <= ownScriptMax)).toEqual([true])
})

function readManifest(): Manifest {
  const file = readdirSync(assets).find((name) => /^manifest-.+\.js$/.test(name))
  const script = readFileSync(join(assets, file ?? ''), 'utf8')
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1))
}

function scriptsOf({ entry, routes }: Manifest, page: string): Set<string> {
  const scripts = new Set([entry.module, ...(entry.imports ?? [])])
  for (let route = routes[page]; route; route = routes[route.parentId ?? '']) {
    const { module, imports = [], clientLoaderModule = module } = route
    for (const script of [module, clientLoaderModule, ...imports]) scripts.add(script)
  }
  return scripts
}

const weigh = (scripts: Set<string>) =>
  [...scripts].reduce((sum, script) => sum + bytesOf(join(client, script)), 0)

/** What the server sends: the file that the build compressed, or a small one that it left. */
const bytesOf = (file: string) =>
  existsSync(`${file}.br`)
    ? statSync(`${file}.br`).size
    : brotliCompressSync(readFileSync(file)).length

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Server } from './servers.ts'
import { kB, table } from './table.ts'

const client = join(import.meta.dirname, '../build/client')

/** What a page may weigh, brotli: in all, and its JavaScript. */
const budgets: Record<string, { total: number; scripts: number }> = {
  '/': { total: 200_000, scripts: 120_000 },
}
const fontsBudget = 40_000
const pages = ['/', '/cohort-application', '/login', '/dashboard']

/** What a browser downloads to show a page the first time, by what the page's HTML asks for. */
export async function measurePageWeights(product: Server): Promise<string> {
  const rows: string[][] = []
  for (const page of pages) {
    const answer = await fetch(product.url + page, { headers: { 'accept-encoding': 'identity' } })
    rows.push(rowOf(page, await answer.text()))
  }
  return table(['page', 'HTML', 'JS', 'CSS', 'fonts', 'icons', 'all', 'requests', 'budget'], rows)
}

function rowOf(page: string, html: string) {
  const files = filesOf(html)
  const bytesOf = (ending: RegExp) =>
    files.filter((path) => ending.test(path)).reduce((sum, path) => sum + brotliBytes(path), 0)
  const htmlBytes = brotliCompressSync(html).length
  const [scripts, styles, fonts, icons] = [/\.js$/, /\.css$/, /\.woff2$/, /\.svg$/].map(
    bytesOf,
  ) as [number, number, number, number]
  const total = htmlBytes + scripts + styles + fonts + icons
  const budget = budgets[page]
  const isWithin =
    fonts <= fontsBudget && (!budget || (total <= budget.total && scripts <= budget.scripts))
  const limit = budget ? `${kB(budget.total)}, JS ${kB(budget.scripts)}: ` : ''
  return [
    page,
    ...[htmlBytes, scripts, styles, fonts, icons, total].map(kB),
    String(files.length + 1),
    `${limit}${isWithin ? 'kept' : 'OVER'}`,
  ]
}

/** What the HTML has a browser load at once: links, scripts, and what its scripts import. */
function filesOf(html: string) {
  const links = [
    ...html.matchAll(
      /<link[^>]* rel="(\w+)"[^>]* href="([^"]+)"|<link rel="(\w+)" href="([^"]+)"/g,
    ),
  ]
  const asked = [
    ...links.map(([, , late, , early]) => late ?? early ?? ''),
    ...[...html.matchAll(/^import [^"']*["']([^"']+)["']/gm)].map(([, path = '']) => path),
    ...[...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path),
  ]
  // Browsers that take the icon as SVG ask for no other.
  return [...new Set(asked)].filter((path) => /\.(js|css|woff2|svg)$/.test(path))
}

function brotliBytes(path: string) {
  const file = join(client, path)
  return existsSync(`${file}.br`)
    ? statSync(`${file}.br`).size
    : /\.(js|css|svg)$/.test(path)
      ? brotliCompressSync(readFileSync(file)).length
      : statSync(file).size
}

import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../src/routes.ts'

/** A link with its `rel` and `target`. */
type Link = { href: string; rel: string; target: string }

/** A form with method POST, and its hidden fields. */
type Form = { action: string; fields: [string, string][]; isMultipart: boolean }

type Read = {
  links: Link[]
  forms: Form[]
  /** The targets of fragments. */
  ids: string[]
}

/** The result of a URL: its text, if it is one, and its links, ids and forms. */
export type Found = Read & { status: number; location: string | null; type: string; text: string }

/**
 * Follows every link of the site in pages, styles, feeds, calendars, manifest and sitemap, and every GET form. It
 * starts at the home page and at every route without parameters, so that pages without a link to them are found as
 * well.
 *
 * @param page an empty page, whose browser parses the HTML
 * @returns the results by path and query
 */
export async function crawl(page: Page, siteUrl: string): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  const plain = publicPaths.filter((path) => !/[:*]/.test(path))
  // Nothing links to what a link with a token opens.
  const unlinked = ['/no-such-page', '/statistics/no-such-link']
  const waiting = ['/', '/robots.txt', ...unlinked, ...plain]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (found.has(path)) continue
    const one = await look(page, siteUrl, path)
    found.set(path, one)
    for (const { href } of one.links) {
      const url = new URL(href, siteUrl + path)
      if (url.origin === siteUrl) waiting.push(url.pathname + url.search)
    }
  }
  return found
}

/** The public routes of `src/routes.ts`, with those of their parameters that must be there. */
export const publicPaths = pathsOf(routes)

function pathsOf(entries: RouteConfigEntry[]): string[] {
  return entries
    .filter(({ path }) => path?.split('/')[0] !== 'dashboard')
    .flatMap(({ path = '', children }) =>
      children ? pathsOf(children) : `/${path}`.replace(/\/:\w+\?/, ''),
    )
}

async function look(page: Page, siteUrl: string, path: string): Promise<Found> {
  const response = await fetch(siteUrl + path, { redirect: 'manual' })
  const type = response.headers.get('content-type') ?? ''
  const content = await response.arrayBuffer()
  const text = /text|xml|json|svg/.test(type) ? new TextDecoder().decode(content) : ''
  const read = type.includes('html') ? await readHtml(page, text) : readOther(type, text)
  return {
    ...read,
    status: response.status,
    location: response.headers.get('location'),
    type,
    text,
  }
}

/** Lets the browser parse a page, without rendering it or loading anything. */
const readHtml = (page: Page, html: string): Promise<Read> =>
  page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'text/html')
    const linkOf = (href: string, element?: Element) => ({
      href,
      rel: element?.getAttribute('rel') ?? '',
      target: element?.getAttribute('target') ?? '',
    })
    const valuesOf = (selector: string, name: string) =>
      [...read.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? '')

    const forms = [...read.forms].filter(({ method }) => method !== 'dialog')
    const isAlive = (form: HTMLFormElement) =>
      [...form.elements].some((one) => one.matches('[type=submit]:not(:disabled)'))
    const actions = forms
      .filter(({ method }) => method === 'get')
      .flatMap((form) => [...form.querySelectorAll('button[name]')].slice(0, 1))
      .map((button) => `?${button.getAttribute('name')}=${button.getAttribute('value')}`)
    const posted = forms.filter((form) => form.method === 'post' && isAlive(form))

    const sets = [...valuesOf('[srcset]', 'srcset'), ...valuesOf('[imagesrcset]', 'imagesrcset')]
    const images = 'meta[property="og:image"], meta[name="twitter:image"]'
    return {
      links: [
        ...[...read.querySelectorAll('[href]')].map((element) =>
          linkOf(element.getAttribute('href') ?? '', element),
        ),
        ...[
          ...valuesOf('[src]', 'src'),
          ...valuesOf('[poster]', 'poster'),
          ...sets.flatMap((set) => set.split(',').map((part) => part.trim().split(/\s+/)[0] ?? '')),
          ...valuesOf(images, 'content'),
          ...actions,
        ].map((href) => linkOf(href)),
      ].filter(({ href }) => !href.startsWith('data:')),
      forms: posted.map((form) => ({
        action: form.getAttribute('action') ?? '',
        fields: [...form.querySelectorAll<HTMLInputElement>('[type=hidden]')].map(
          ({ name, value }): [string, string] => [name, value],
        ),
        isMultipart: form.enctype === 'multipart/form-data',
      })),
      ids: [...read.querySelectorAll('[id]')].map(({ id }) => id),
    }
  }, html)

/** Patterns of URLs in styles, feeds and the sitemap, the manifest, calendars and robots.txt. */
const patterns: [RegExp, RegExp][] = [
  [/css/, /url\(["']?(?!data:)([^"')]+)/g],
  [/[/+]xml/, /<(?:loc|link|image:loc)>([^<]+)|<[^>]+\s(?:href|url)="([^"]+)"/g],
  [/manifest/, /"src":\s*"([^"]+)"/g],
  [/calendar/, /^URL[^:]*:(\S+)/gm],
  [/plain/, /^Sitemap:\s*(\S+)/gm],
]

function readOther(type: string, text: string): Read {
  if (type.includes('svg')) {
    return {
      links: [],
      forms: [],
      ids: [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? ''),
    }
  }
  const hrefs = patterns
    .filter(([types]) => types.test(type))
    .flatMap(([, pattern]) => [...text.matchAll(pattern)])
    .map(([, first, second]) => (first ?? second ?? '').replaceAll('&amp;', '&'))
  return { links: hrefs.map((href) => ({ href, rel: '', target: '' })), forms: [], ids: [] }
}

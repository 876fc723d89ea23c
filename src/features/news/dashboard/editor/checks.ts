import { api } from '#client/api/client.ts'
import { textOf } from '#client/rich-text/article-html.ts'
import { formatFileSize, pluralize } from '#shared/format.ts'
import { parseImageUrl, srcsetOf } from '#shared/image-url.ts'
import { parseUrl } from '#shared/older-browsers.ts'
import type { ArticleFields } from '../../drafts-contract.ts'
import { checkedLinksMax } from '../../validation.ts'

export type Finding = {
  /** A missing text keeps the article from being published; everything else is for the editor to decide. */
  isMissing: boolean
  text: string
}

const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** Checks the text alone: missing parts, and what readers would stumble over. */
export function checkText({ title, author, description, content }: ArticleFields): Finding[] {
  const body = bodyOf(content)
  const isEmpty = textOf(content) === '' && !body.querySelector('img')
  const parts = [
    ['title', title.trim() === ''],
    ['author', author.trim() === ''],
    ['summary', description.trim() === ''],
    ['text', isEmpty],
  ] as const
  const missing = parts
    .filter(([, isMissing]) => isMissing)
    .map(([name]) => ({ isMissing: true, text: `The ${name} is missing.` }))
  const findings = [
    undescribedPictures(body),
    undescribedVideos(body),
    emptyHeadings(body),
    headingOrder(body),
    vagueLink(body),
    malformedLink(body),
  ]
  return [...missing, ...findings.flatMap((text) => (text ? [{ isMissing: false, text }] : []))]
}

function undescribedPictures(body: HTMLElement) {
  const count = [...body.querySelectorAll('img')].filter((image) => !image.alt.trim()).length
  return (
    count > 0 && `${pluralize(count, 'picture')} without a description for those who don’t see.`
  )
}

function undescribedVideos(body: HTMLElement) {
  const titles = [...body.querySelectorAll('figure[data-video]')].map((video) => video.textContent)
  const count = titles.filter((title) => /^Video on \w+$/.test(title.trim())).length
  return count > 0 && `${pluralize(count, 'video')} without a word on what it shows.`
}

const headingsOf = (body: HTMLElement) => [...body.querySelectorAll('h2, h3, h4')]

function emptyHeadings(body: HTMLElement) {
  const count = headingsOf(body).filter(({ textContent }) => !textContent.trim()).length
  return count > 0 && `${pluralize(count, 'heading')} without words.`
}

function headingOrder(body: HTMLElement) {
  // The title of the page is the first.
  let level = 1
  for (const heading of headingsOf(body)) {
    const next = Number(heading.tagName[1])
    if (next > level + 1) {
      return `The heading “${heading.textContent.trim().slice(0, 60)}” skips a level: Heading ${level + 1} comes before Heading ${next}.`
    }
    level = next
  }
  return undefined
}

function vagueLink(body: HTMLElement) {
  const vague = [...body.querySelectorAll('a')].find((link) =>
    /^(here|click here|link|more)$/i.test(link.textContent.trim()),
  )
  return (
    vague && `A link is called “${vague.textContent.trim()}”. Its words should say where it leads.`
  )
}

const hrefsOf = (body: HTMLElement) =>
  [...body.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')

const urlOf = (href: string) => parseUrl(href, location.origin)

function malformedLink(body: HTMLElement) {
  const href = hrefsOf(body).find((one) => !urlOf(one))
  return href !== undefined && `A link leads to “${href}”, which is no address.`
}

const picturesBytesMax = 600 * 1024

/** Asks the site for what the text alone doesn't show: dead links to its own pages, and the weight of the pictures. */
export async function checkOnSite(fields: ArticleFields): Promise<Finding[]> {
  const body = bodyOf(fields.content)
  const [links, weight] = await Promise.all([deadLinks(body), weightOf(body, fields.banner)])
  const findings = links.map((path) => `The link to ${path} leads nowhere.`)
  if (weight > picturesBytesMax) {
    const most = formatFileSize(picturesBytesMax)
    findings.push(
      `The pictures weigh ${formatFileSize(weight)} on a phone. Readers pay for more than ${most}.`,
    )
  }
  return findings.map((text) => ({ isMissing: false, text }))
}

const targetsOf = (body: HTMLElement) => hrefsOf(body).flatMap((href) => urlOf(href) ?? [])

async function deadLinks(body: HTMLElement) {
  const targets = targetsOf(body).filter(({ origin }) => origin === location.origin)
  const paths = [...new Set(targets.map(({ pathname, search }) => pathname + search))]
  const isDead = await Promise.all(
    paths.map(async (path) => (await fetch(path, { method: 'HEAD' })).status === 404),
  )
  return paths.filter((_, index) => isDead[index])
}

/** Has the server ask other sites whether the links to them answer, which may take a while. */
export async function checkElsewhere(content: string, signal: AbortSignal): Promise<Finding[]> {
  const targets = targetsOf(bodyOf(content)).filter(
    ({ protocol, origin }) => /^https?:$/.test(protocol) && origin !== location.origin,
  )
  const urls = [
    ...new Set(targets.map(({ href, hash }) => href.slice(0, href.length - hash.length))),
  ]
  if (urls.length === 0) return []
  const asked = { urls: urls.slice(0, checkedLinksMax) }
  const { results } = await api.drafts.checkLinks(asked, { signal })
  const findings = results
    .filter(({ outcome }) => outcome !== 'answers')
    .map(({ url, outcome }) =>
      outcome === 'missing' ? `The link to ${url} leads nowhere.` : `${url} did not answer.`,
    )
  if (urls.length > checkedLinksMax) {
    findings.push(`Only the first ${checkedLinksMax} links to other sites were checked.`)
  }
  return findings.map((text) => ({ isMissing: false, text }))
}

/** A phone of 360 pixels with a fine screen takes files of about this width. */
const phoneWidth = 960

async function weightOf(body: HTMLElement, banner: string) {
  const sources = [...body.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '')
  const files = [...new Set([...sources, banner])].flatMap((src) => {
    const image = parseImageUrl(src)
    if (!image) return []
    const candidates = srcsetOf(image, 'avif').split(', ')
    const isEnough = (candidate: string) =>
      Number.parseInt(candidate.split(' ')[1] ?? '', 10) >= phoneWidth
    return (candidates.find(isEnough) ?? candidates.at(-1))?.split(' ')[0] ?? []
  })
  const sizes = await Promise.all(
    files.map(async (file) => {
      const response = await fetch(file, { method: 'HEAD' })
      return Number(response.headers.get('content-length') ?? 0)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

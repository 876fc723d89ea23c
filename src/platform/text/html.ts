import sanitizeHtml from 'sanitize-html'
import { isCalloutKind } from '#shared/callouts.ts'
import { imageFormats, parseImageUrl, srcsetOf } from '#shared/image-url.ts'
import { videoLinks } from '#shared/videos.ts'

const allowedSchemes = ['http', 'https', 'mailto', 'tel']

/** Sanitizes staff's HTML: keeps text formatting, lists and links only. @throws NestedTooDeep */
const safeHtml = (html: string) =>
  sanitizeNested(html, {
    allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes,
  })

const articleTags = [
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'blockquote',
  'ul',
  'ol',
  'li',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'code',
  'pre',
  'a',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
  'img',
  'aside',
]

/** A path on this site. Backslashes are excluded because browsers read them as slashes. */
const isOwnImage = (src: string | undefined) => /^\/(?!\/)[\w\-./]+$/.test(src ?? '')
const isExternal = (href: string | undefined) => /^https?:/i.test(href ?? '')

/**
 * Sanitizes an article's HTML: keeps the elements that the pages style (headings below the title, text, lists, quotes,
 * tables, code, links) and this site's images. Uploaded images get a `<picture>` with all their sizes.
 * @throws NestedTooDeep
 */
export const safeArticleHtml = (html: string) => withPictures(sanitizeArticle(html))

/** Thrown at the first element too deep. Its message is for the user. */
class NestedTooDeep extends Error {
  constructor(max: number) {
    super(
      `Elements may lie at most ${max} deep in one another. Please paste this text without its format`,
    )
  }
}

/** Editors make ten levels or so. Each one costs the sanitizer time for all above, minutes in a text of tags alone. */
const nestingMax = 100
/** In plain text each line has the marks of all quotes and lists that it lies in. */
const emailNestingMax = 20

/** @throws NestedTooDeep */
function sanitizeNested(html: string, options: sanitizeHtml.IOptions, max = nestingMax) {
  let depth = 0
  return sanitizeHtml(html, {
    ...options,
    onOpenTag() {
      depth += 1
      if (depth > max) throw new NestedTooDeep(max)
    },
    onCloseTag() {
      depth -= 1
    },
  })
}

const sanitizeArticle = (html: string) =>
  sanitizeNested(html, {
    allowedTags: articleTags,
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
      figure: ['data-video'],
      aside: ['data-callout', 'role'],
    },
    allowedClasses: { code: [/^language-[a-z0-9]+$/] },
    allowedSchemes,
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnImage(attribs.src),
    transformTags: {
      // The page's title is its only h1.
      h1: 'h2',
      figure: (tagName, attribs) => ({
        tagName,
        attribs: videoLinks(attribs['data-video'] ?? '') ? attribs : {},
      }),
      aside: (tagName, { 'data-callout': kind = '' }) => ({
        tagName,
        attribs: { 'data-callout': isCalloutKind(kind) ? kind : 'note', role: 'note' },
      }),
      a: (tagName, { rel: _, ...attribs }) => ({
        tagName,
        attribs: isExternal(attribs.href) ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' },
      }),
    },
  })

/**
 * Sanitizes the text of an email: keeps what mail programs show alike, headings, text, lists, quotes and links.
 * @throws NestedTooDeep
 */
const safeEmailHtml = (html: string) =>
  sanitizeNested(
    html,
    {
      allowedTags: [
        'h2',
        'h3',
        'h4',
        'p',
        'br',
        'hr',
        'blockquote',
        'ul',
        'ol',
        'li',
        'strong',
        'em',
        'a',
      ],
      allowedAttributes: { a: ['href'], ol: ['start'] },
      allowedSchemes,
      allowProtocolRelative: false,
      transformTags: { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em' },
    },
    emailNestingMax,
  )

const imgTags = /<img [^>]*>/g
/** Reads an attribute of a tag from the sanitizer, which always quotes values and escapes quotes in them. */
const attributeOf = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

/** The maximum width of an article's column: `column` in theme.css. */
const columnPx = 640

/** Replaces uploaded images with `<picture>`. A width given in the text is kept, up to the image's own. */
function withPictures(html: string) {
  return html.replace(imgTags, (tag) => {
    const src = attributeOf(tag, 'src') ?? ''
    const image = parseImageUrl(src)
    if (!image) return tag
    const given = Number(attributeOf(tag, 'width'))
    const width = given >= 1 && given < image.width ? Math.round(given) : image.width
    const height = Math.max(1, Math.round((width * image.height) / image.width))
    const sizes = `(min-width: 42rem) ${Math.min(width, columnPx)}px, 100vw`
    const [avif, webp] = imageFormats.map(
      (format) => `srcset="${srcsetOf(image, format)}" sizes="${sizes}"`,
    )
    const alt = attributeOf(tag, 'alt') ?? ''
    const background = image.colour ? ` style="background-color:${image.colour}"` : ''
    return `<picture><source type="image/avif" ${avif} /><img src="${src}" ${webp} alt="${alt}" width="${width}" height="${height}" loading="lazy"${background} /></picture>`
  })
}

/** Shows another uploaded image in place of one, in sanitized HTML. Its text and its width stay. */
export const replaceImageInHtml = (html: string, from: string, to: string) =>
  html.replace(/<picture>.*?<\/picture>|<img [^>]*>/gs, (part) => {
    const tag = part.match(imgTags)?.[0] ?? ''
    if (attributeOf(tag, 'src') !== from) return part
    return withPictures(tag.replace(` src="${from}"`, ` src="${to}"`))
  })

/** The URLs of the images in sanitized HTML. */
export const imagesOfHtml = (html: string) =>
  [...html.matchAll(imgTags)].flatMap(([tag]) => attributeOf(tag, 'src') ?? [])

/** The text of HTML without tags, whoever wrote it: nested too deep for the sanitizer, it loses them beforehand. */
export function textOfHtml(html: string) {
  const options = { allowedTags: [], allowedAttributes: {} }
  try {
    return sanitizeNested(html, options).trim()
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error
    return sanitizeHtml(withoutTags(html), options).trim()
  }
}

/** Reads each letter some times only, whatever the tags. */
function withoutTags(html: string) {
  const [first = '', ...hidden] = html.split(/<(?=(?:style|script)\b)/i)
  const shown = hidden.map((part) => {
    const end = part.search(/<\/(?:style|script)\b/i)
    return end < 0 ? '' : part.slice(end)
  })
  return [first, ...shown]
    .join('')
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('<', ' ')
}

/** Whether sanitized HTML has something to read or to look at. Needs no sanitizer: there, each `<` begins a tag. */
export const isReadableHtml = (html: string) =>
  html.includes('<img') || html.replace(/<[^>]*>/g, '').trim() !== ''

export type CheckedHtml = { html: string; isEmpty: boolean } | { problem: string }

const checkedBy =
  (sanitize: (html: string) => string) =>
  (text: string): CheckedHtml => {
    try {
      const html = sanitize(text)
      return { html, isEmpty: !isReadableHtml(html) }
    } catch (error) {
      if (error instanceof NestedTooDeep) return { problem: error.message }
      throw error
    }
  }

/** Sanitizes an article's HTML. @returns it and whether it has nothing to read, or an error message for the user */
export const checkArticleHtml = checkedBy(safeArticleHtml)

/** The same for the text of an email. */
export const checkEmailHtml = checkedBy(safeEmailHtml)

/** The same for a short text of staff's. */
export const checkHtml = checkedBy(safeHtml)

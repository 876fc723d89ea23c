import sanitizeHtml from 'sanitize-html'
import { imageFormats, parseImageUrl, srcsetOf } from '#shared/image-url.ts'

const allowedSchemes = ['http', 'https', 'mailto', 'tel']

/** Staff's HTML with nothing in it but text formatting, lists and links. */
export const safeHtml = (html: string) =>
  sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes,
  })

const articleTags = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'pre', 'a'],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td', 'figure', 'figcaption', 'img'],
]

/** An image of this site by its path; browsers read a backslash as a slash, so none is let through. */
const isOwnImage = (src: string | undefined) => /^\/(?!\/)[\w\-./]+$/.test(src ?? '')
const isAbroad = (href: string | undefined) => /^https?:/i.test(href ?? '')

/**
 * An article's HTML with nothing in it but what the pages have a look for: headings below the title, text,
 * lists, quotes, tables, code, links, and images of this site, those that were uploaded in every size they have.
 */
export const safeArticleHtml = (html: string) => inAllSizes(sanitizeArticle(html))

const sanitizeArticle = (html: string) =>
  sanitizeHtml(html, {
    allowedTags: articleTags,
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedClasses: { code: [/^language-[a-z0-9]+$/] },
    allowedSchemes,
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnImage(attribs.src),
    transformTags: {
      // The page's title is its only first heading.
      h1: 'h2',
      a: (tagName, { rel: _, ...attribs }) => ({
        tagName,
        attribs: isAbroad(attribs.href) ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' },
      }),
    },
  })

const imgTags = /<img [^>]*>/g
/** An attribute of a tag that the sanitizer has written: always in quotes, with none within them. */
const attributeOf = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

/** The column that articles are read in, at its widest: `column` in theme.css. */
const columnPx = 640

/** An image keeps the width that it was given in the text, or has its own. */
function inAllSizes(html: string) {
  return html.replace(imgTags, (tag) => {
    const src = attributeOf(tag, 'src') ?? ''
    const image = parseImageUrl(src)
    if (!image) return tag
    const given = Number(attributeOf(tag, 'width'))
    const width = given >= 1 && given < image.width ? Math.round(given) : image.width
    const height = Math.max(1, Math.round((width * image.height) / image.width))
    const sizes = `(min-width: 42rem) ${Math.min(width, columnPx)}px, 100vw`
    const [avif, webp] = imageFormats.map(
      (format) => `srcset="${srcsetOf(src, image.width, format)}" sizes="${sizes}"`,
    )
    const alt = attributeOf(tag, 'alt') ?? ''
    const ground = image.colour ? ` style="background-color:${image.colour}"` : ''
    return `<picture><source type="image/avif" ${avif} /><img src="${src}" ${webp} alt="${alt}" width="${width}" height="${height}" loading="lazy"${ground} /></picture>`
  })
}

/** The addresses of the images in HTML that has been made safe. */
export const imagesOfHtml = (html: string) =>
  [...html.matchAll(imgTags)].flatMap(([tag]) => attributeOf(tag, 'src') ?? [])

/** The text of HTML, without any of its tags. */
export const textOfHtml = (html: string) =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).trim()

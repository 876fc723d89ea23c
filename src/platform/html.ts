import sanitizeHtml from 'sanitize-html'

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
 * lists, quotes, tables, code, links, and images of this site.
 */
export const safeArticleHtml = (html: string) =>
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

/** The text of HTML, without any of its tags. */
export const textOfHtml = (html: string) =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).trim()

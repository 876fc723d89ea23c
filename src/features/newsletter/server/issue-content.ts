import { createHash } from 'node:crypto'
import { emailText } from '#platform/mail/email-parts.ts'
import { partsOfHtml } from '#platform/mail/html-parts.ts'
import { escapeHtml } from '#platform/text/escape-html.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * What is stored of an issue's text: the HTML, and beside it plain text, which is all that the version before knows.
 * `content_of` tells whether that has changed the text since.
 */
export function contentColumns(content: string) {
  const text = emailText(partsOfHtml(content, ''))
  return { content, text, content_of: hashOf(text) }
}

/** The HTML of an issue, of which there may only be a plain text, in which an empty line begins a paragraph. */
export function contentOf(row: { content: string; text: string; content_of: string }) {
  if (row.content_of === hashOf(row.text)) return row.content
  return row.text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replace(/\r?\n/g, '<br />')}</p>`)
    .join('')
}

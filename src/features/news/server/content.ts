import type { RequestContext } from '#platform/http/context.ts'
import { rejectFields } from '#platform/http/errors.ts'
import { markImagesUsed } from '#platform/storage/images.ts'
import { imagesOfHtml } from '#platform/text/html.ts'
import { sanitizeApart } from '#platform/text/sanitize-apart.ts'

/** Sanitizes the HTML of a draft, which may be empty. @throws 400 when it can't be */
export async function cleanHtml(text: string) {
  const sanitized = await sanitizeApart(text, 'article')
  if ('problem' in sanitized) throw rejectFields({ content: [sanitized.problem] })
  return sanitized
}

/** Sanitizes the HTML. @throws 400 when it can't be, or when nothing is left to read */
export async function readableHtml(text: string) {
  const { html, isEmpty } = await cleanHtml(text)
  if (isEmpty) throw rejectFields({ content: ['Content is required'] })
  return html
}

/** Marks the images of an article as used. @throws 400 with each field that names one that is no longer stored */
export const markArticleImages = (
  context: Pick<RequestContext, 'database' | 'now'>,
  { banner, content = '' }: { banner?: string | undefined; content?: string | undefined },
) => markImagesUsed(context, { banner, content: imagesOfHtml(content) })

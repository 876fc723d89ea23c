import { z } from 'zod'
import type { RequestContext } from '#platform/http/context.ts'
import { throwIfInvalid, withFurtherErrors } from '#platform/http/further-errors.ts'
import { markStoredImages } from '#platform/storage/images.ts'
import { imagesOfHtml } from '#platform/text/html.ts'
import { sanitizeApart } from '#platform/text/sanitize-apart.ts'
import { articleFields } from '../contract.ts'

type Context = Pick<RequestContext, 'database' | 'now'>
type Sent<Content> = { banner?: string; content: Content }
type Checks = { mayBeEmpty?: boolean }

/**
 * Sanitizes the HTML of an article, and marks the images in it and its banner as used.
 * @returns the HTML
 * @throws 400 with the content when it can't be sanitized or nothing is left to read, and with each field that names an
 * image that is no longer stored
 */
export async function cleanArticle<Content extends string | undefined>(
  context: Context,
  sent: Sent<Content>,
  checks?: Checks,
): Promise<Content> {
  const { html, problems } = await checkArticle(context, sent, checks)
  throwIfInvalid(problems)
  return html as Content
}

/** What can be checked by itself of what the schema refuses. */
const checkable = z
  .object({
    banner: articleFields.banner.optional().catch(undefined),
    content: articleFields.content.optional().catch(undefined),
  })
  .catch({})

/** Adds what `cleanArticle` refuses to what the schema does. */
export const withContentErrors = (checks?: Checks) =>
  withFurtherErrors(async (context, input) => {
    const { banner, content } = checkable.parse(input)
    return (await checkArticle(context, { banner, content }, checks)).problems
  })

async function checkArticle(
  context: Context,
  { banner, content }: Sent<string | undefined>,
  { mayBeEmpty = false }: Checks = {},
) {
  const checked = await sanitizeApart(content ?? '', 'article')
  const html = 'html' in checked ? checked.html : ''
  const problems = await markStoredImages(context, { banner, content: imagesOfHtml(html) })
  if ('problem' in checked) problems.content = [checked.problem]
  else if (checked.isEmpty && content !== undefined && !mayBeEmpty)
    problems.content = ['Content is required']
  return { html: content === undefined ? undefined : html, problems }
}

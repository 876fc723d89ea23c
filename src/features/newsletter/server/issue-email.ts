import type { Database } from '#database/open.ts'
import { inOrderOf } from '#database/page.ts'
import { isArticlePublic } from '#database/public-articles.ts'
import { sizeProblem } from '#platform/mail/check-email-text.ts'
import { emailHtml } from '#platform/mail/email-html.ts'
import { type Email, sizeOf } from '#platform/mail/email-message.ts'
import { type EmailPart, emailText, signOff } from '#platform/mail/email-parts.ts'
import { partsOfHtml } from '#platform/mail/html-parts.ts'
import { type SiteConfig, siteUrlOf } from '#platform/mail/site-url.ts'
import type { LinkSigner } from '#platform/security/signed-id.ts'
import type { IssueFields } from '../issues-contract.ts'
import { leaveLinkOf, type Reader } from './newsletter-emails.ts'

/** What an issue says to everybody, and what keeps it from being sent. */
export async function composeIssue(
  database: Database,
  config: SiteConfig,
  { content, article_ids }: Pick<IssueFields, 'content' | 'article_ids'>,
  now: string,
) {
  const articles =
    article_ids.length === 0
      ? []
      : await database
          .selectFrom('articles')
          .select(['id', 'title', 'description', 'slug'])
          .where('id', 'in', article_ids)
          .where(isArticlePublic(now))
          .execute()
  const chosen = inOrderOf(article_ids, articles)
  const siteUrl = siteUrlOf(config)
  const parts: EmailPart[] = [
    ...partsOfHtml(content, siteUrl),
    ...chosen.map(({ title, description, slug }) => ({
      text: `${title}\n${description}`,
      label: 'Read the article',
      url: `${siteUrl}/insights/${slug}`,
    })),
  ]
  const missing = article_ids.length - chosen.length
  const problems = [
    ...(parts.length === 0 ? ['It has neither a text nor an article.'] : []),
    ...(missing > 0 ? ['An article was chosen that is not published any more.'] : []),
  ]
  return { parts, problems }
}

/** An issue as one subscriber gets it. */
export function issueEmail(
  sender: LinkSigner,
  { subject, parts }: { subject: string; parts: readonly EmailPart[] },
  recipient: Reader,
): Email {
  const link = leaveLinkOf(sender, recipient)
  return {
    recipient: recipient.email,
    subject,
    unsubscribe_link: link,
    parts: [
      ...parts,
      signOff,
      {
        text: 'You get this email because you confirmed that you want our newsletter. One click ends it:',
        label: 'Unsubscribe',
        url: link,
      },
    ],
  }
}

/** How an email looks, as HTML and as text, how large it is, and what to do if that is too large. */
export async function renderIssue(email: Email) {
  const { subject, parts } = email
  const bytes = await sizeOf(email)
  const problem = sizeProblem(bytes)
  const tooLarge = problem && `${problem} or choose fewer articles.`
  return { subject, html: emailHtml(subject, parts), text: emailText(parts), bytes, tooLarge }
}

import type { Database } from '#database/open.ts'
import { emailHtml } from '#platform/mail/email-html.ts'
import { type EmailPart, emailText, signOff } from '#platform/mail/email-parts.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import type { IssueFields } from '../issues-contract.ts'
import { issueBytesMax } from '../validation.ts'
import { leaveLinkOf, type Reader, type Sender } from './newsletter-emails.ts'

/** What an issue says to everybody, and what keeps it from being sent. */
export async function composeIssue(
  database: Database,
  config: Sender['config'],
  { text, article_ids }: IssueFields,
  now: string,
) {
  const articles =
    article_ids.length === 0
      ? []
      : await database
          .selectFrom('articles')
          .select(['id', 'title', 'description', 'slug'])
          .where('id', 'in', article_ids)
          .where('archived_at', 'is', null)
          .where('published_at', '<=', now)
          .execute()
  const chosen = article_ids.flatMap((id) => articles.find((one) => one.id === id) ?? [])
  const parts: EmailPart[] = [
    ...text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== ''),
    ...chosen.map(({ title, description, slug }) => ({
      text: `${title}\n${description}`,
      label: 'Read the article',
      url: `${siteUrlOf(config)}/insights/${slug}`,
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
  sender: Sender,
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

/** How an email looks, as HTML and as text, and whether it is too long for mail programs, which then cut it. */
export function renderIssue({ subject, parts }: Email) {
  const html = emailHtml(subject, parts)
  const text = emailText(parts)
  const bytes = Buffer.byteLength(html) + Buffer.byteLength(text)
  const problems =
    bytes > issueBytesMax ? ['It is larger than 100 kB, which mail programs cut.'] : []
  return { subject, html, text, bytes, problems }
}

import type { Email } from '#platform/mail/email-message.ts'
import type { EmailPart } from '#platform/mail/email-parts.ts'
import { type SiteConfig, siteUrlOf } from '#platform/mail/site-url.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import { formatCount, formatDateTime } from '#shared/format.ts'

/** What the digest of a week tells one role. */
export type Digest = {
  waiting: { label: string; count: number }[]
  closing: { name: string; closes_at: string; registered: number; capacity: number }[]
  /** The counts of last week, and of the week before. */
  stats: { label: string; count: number; before: number }[]
}

export function digestEmail(
  config: SiteConfig,
  user: { email: string; name: string },
  { waiting, closing, stats }: Digest,
  template: Template,
): Email {
  const dashboard = `${siteUrlOf(config)}/dashboard`
  const parts: EmailPart[] = [
    waiting.length > 0 ? 'This waits for us:' : 'Nothing waits for us.',
    ...(waiting.length > 0
      ? [{ facts: waiting.map(({ label, count }) => ({ label, value: formatCount(count) })) }]
      : []),
    ...(closing.length > 0
      ? [
          'The registration closes this week:',
          {
            facts: closing.map((cohort) => ({
              label: cohort.name,
              value: `${formatDateTime(cohort.closes_at)}, ${formatCount(cohort.registered)} of ${formatCount(cohort.capacity)} places taken`,
            })),
          },
        ]
      : []),
    'Last week, with the week before in brackets:',
    {
      facts: stats.map(({ label, count, before }) => ({
        label,
        value: `${formatCount(count)} (${formatCount(before)})`,
      })),
    },
    { text: 'All of it:', label: 'Open the dashboard', url: dashboard, isMain: true },
    {
      text: 'You get this email on Mondays because you asked for it. Your profile ends it:',
      label: 'Your profile',
      url: `${dashboard}/profile`,
    },
  ]
  return visitorEmail(user, template, {}, parts)
}

export const digestExample: VisitorEmailExample = ({ config }, viewer, template) =>
  digestEmail(config, viewer, exampleDigest, template)

const exampleDigest: Digest = {
  waiting: [{ label: 'New applications', count: 12 }],
  closing: [],
  stats: [{ label: 'Applications', count: 31, before: 24 }],
}

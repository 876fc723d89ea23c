import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import type { Email } from '#platform/mail/email-message.ts'
import type { EmailPart } from '#platform/mail/email-parts.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import { findWithheldLast, withholdOutdated } from '#platform/mail/withhold.ts'
import type { LinkSigner, Signer } from '#platform/security/signed-id.ts'
import { isSignatureOf, signatureOf } from '#platform/security/signing.ts'
import type { VisitorEmails } from '#shared/visitor-emails.ts'
import type { Certificate } from '../contract.ts'
import { verifyUrlOf } from './credential.ts'

const purpose = 'certificate links'
const keyOf = (email: string) => email.trim().toLowerCase()

/**
 * Whether the signature is of the link that the graduate with this email got. It ends with the email: a link that
 * went to a wrong address leads nowhere once the address is corrected.
 */
export const isSignedLink = ({ secret }: Signer, email: string, signature: string) =>
  isSignatureOf(signature, keyOf(email), purpose, secret)

function linkOf({ config, secret }: LinkSigner, email: string) {
  const signature = signatureOf(keyOf(email), purpose, secret)
  return `${siteUrlOf(config)}/certificate?${new URLSearchParams({ email, signature })}`
}

type Told = Pick<
  Certificate,
  | 'id'
  | 'code'
  | 'full_name'
  | 'email'
  | 'course'
  | 'cohort'
  | 'number'
  | 'version'
  | 'revoked_reason'
>

const emailsAbout = ({ id }: Pick<Certificate, 'id'>) => `certificate-${id}`

/** Withholds the unsent emails about a certificate, in the transaction that writes a newer one, revokes or deletes it. */
export const withholdOlderEmails = (
  transaction: Transaction<Tables>,
  certificate: Pick<Certificate, 'id' | 'email'>,
) => withholdOutdated(transaction, [certificate.email], [emailsAbout(certificate)])

/** Whether the latest email about a certificate was withheld before it was sent. */
export const isUntold = async (
  services: Pick<Services, 'database' | 'now'>,
  certificate: Pick<Certificate, 'id' | 'email'>,
) => (await findWithheldLast(services, [certificate.email], [emailsAbout(certificate)])).size > 0

const emailTo = (
  { id, email, full_name, course, cohort, number, version }: Told,
  template: Template,
  parts: readonly EmailPart[],
): Email => ({
  ...visitorEmail(
    { email, name: full_name },
    template,
    { course, cohort, number, version: String(version) },
    parts,
  ),
  list_key: emailsAbout({ id }),
})

const downloadPart = (sender: LinkSigner, { email }: Pick<Certificate, 'email'>): EmailPart => ({
  text: 'You can download it here, as often as you like:',
  label: 'Download the certificate',
  url: linkOf(sender, email),
  isMain: true,
})

const checkPart = ({ config }: LinkSigner, { code }: Pick<Certificate, 'code'>): EmailPart => ({
  text: 'Employers can check it here. Show this link to anybody:',
  label: 'The page that proves it',
  url: verifyUrlOf(config, code),
})

/** Tells a graduate where the certificate, or its corrected version, can be downloaded and checked. */
export const certificateEmail = (sender: LinkSigner, certificate: Told, template: Template) =>
  emailTo(certificate, template, [
    downloadPart(sender, certificate),
    checkPart(sender, certificate),
  ])

/** Tells somebody that their certificate no longer holds, and why. */
export const revocationEmail = (certificate: Told, template: Template) =>
  emailTo(certificate, template, [`The reason: ${certificate.revoked_reason}`])

const exampleFor = ({ email, name }: { email: string; name: string }): Told => ({
  id: 0,
  email,
  full_name: name,
  course: 'React Development',
  cohort: 'Cohort 12',
  code: 'EXAMPLE',
  number: 'HZ-2026-0001',
  version: 2,
  revoked_reason: 'It was issued twice.',
})

const certificateExample: VisitorEmailExample = (context, graduate, template) =>
  certificateEmail(context, exampleFor(graduate), template)

export const certificateExamples = {
  CERTIFICATE: certificateExample,
  CERTIFICATE_CORRECTED: certificateExample,
  CERTIFICATE_REVOKED: (_, graduate, template) => revocationEmail(exampleFor(graduate), template),
} satisfies Partial<Record<keyof VisitorEmails, VisitorEmailExample>>

import { signOff } from '#platform/mail/email-parts.ts'
import { greetingOf } from '#platform/mail/greeting.ts'
import type { Email } from '#platform/mail/mailer.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { isSignatureOf, signatureOf } from '#platform/security/signing.ts'
import { company } from '#shared/company.ts'
import type { Certificate } from '../contract.ts'

type Signer = { secret: string }

const purpose = 'certificate links'
const keyOf = (email: string) => email.trim().toLowerCase()

/**
 * Whether the signature is of the link that the graduate with this e-mail got. It ends with the e-mail: a link that
 * went to a wrong address leads nowhere once the address is corrected.
 */
export const isSignedLink = ({ secret }: Signer, email: string, signature: string) =>
  isSignatureOf(signature, keyOf(email), purpose, secret)

type Sender = Signer & { config: { siteUrl?: string | undefined; port: number } }

function linkOf({ config, secret }: Sender, email: string) {
  const signature = signatureOf(keyOf(email), purpose, secret)
  return `${siteUrlOf(config)}/certificate?${new URLSearchParams({ email, signature })}`
}

const download = (sender: Sender, { email }: Certificate) => ({
  text: 'You can download it here, as often as you like:',
  label: 'Download the certificate',
  url: linkOf(sender, email),
  isMain: true,
})

/** Tells a graduate where the certificate can be downloaded. */
export const certificateEmail = (sender: Sender, certificate: Certificate): Email => ({
  recipient: certificate.email,
  subject: `Your certificate from ${company.name}`,
  parts: [
    greetingOf(certificate.full_name),
    `congratulations! You have completed ${certificate.course} in ${certificate.cohort}. Your certificate is ready.`,
    download(sender, certificate),
    `Its number is ${certificate.number}. If anything on it is not right, please answer this email.`,
    signOff,
  ],
})

/** Tells a graduate that the certificate was corrected, and where the new version is. */
export const correctionEmail = (sender: Sender, certificate: Certificate): Email => ({
  recipient: certificate.email,
  subject: `Your corrected certificate from ${company.name}`,
  parts: [
    greetingOf(certificate.full_name),
    `we have corrected your certificate ${certificate.number} for ${certificate.course} in ${certificate.cohort}. This is version ${certificate.version}, and the ones before no longer hold.`,
    download(sender, certificate),
    'If anything on it is not right, please answer this email.',
    signOff,
  ],
})

/** Tells somebody that their certificate no longer holds, and why. */
export const revocationEmail = (certificate: Certificate): Email => ({
  recipient: certificate.email,
  subject: `Your certificate ${certificate.number} is no longer valid`,
  parts: [
    greetingOf(certificate.full_name),
    `we have revoked your certificate ${certificate.number} for ${certificate.course} in ${certificate.cohort}. It is no longer valid and can no longer be downloaded.`,
    `The reason: ${certificate.revoked_reason}`,
    'If you have a question or think that this is a mistake, please answer this email.',
    signOff,
  ],
})

import { greetingOf } from '#platform/mail/greeting.ts'
import type { Email } from '#platform/mail/mail.ts'
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

/** Tells a graduate where the certificate can be downloaded. */
export function certificateEmail(
  { config, secret }: Signer & { config: { siteUrl?: string | undefined; port: number } },
  certificate: Certificate,
): Email {
  const { email } = certificate
  const signature = signatureOf(keyOf(email), purpose, secret)
  const link = `${siteUrlOf(config)}/certificate?${new URLSearchParams({ email, signature })}`
  return {
    recipient: email,
    subject: `Your certificate from ${company.name}`,
    body: [
      greetingOf(certificate.full_name),
      `congratulations! You have completed ${certificate.course} in ${certificate.cohort}. Your certificate is ready; you can download it here, as often as you like:`,
      link,
      `Its number is ${certificate.number}. If anything on it is not right, please answer this email.`,
      `${company.name}, Kigali`,
    ].join('\n\n'),
  }
}

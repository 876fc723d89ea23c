import { phoneHref } from '#shared/company.ts'
import { mailtoOf } from '#shared/format.ts'
import { EmailText } from './email-text.tsx'

/** How links look among the details of a row. */
export const detailLink = 'wrap-anywhere font-medium text-primary underline underline-offset-4'

export const EmailLink = ({ address }: { address: string }) => (
  <a href={mailtoOf(address)} className={detailLink}>
    <EmailText address={address} />
  </a>
)

export const PhoneLink = ({ number }: { number: string }) => (
  <a href={phoneHref(number)} className={detailLink}>
    {number}
  </a>
)

import { use } from 'react'
import { useCompany } from '#client/use-company.ts'
import { addressLines, company } from '#shared/company.ts'
import { AvatarUrlContext } from '#ui/avatar-picture.tsx'

/** The company's name and address, as the data controller. */
export function Controller() {
  const { contact } = useCompany()
  return `${company.name}, ${addressLines(contact).join(', ')}`
}

/** The company's email address, as a link. @param subject of the email that it begins */
export function CompanyEmail({ subject }: { subject?: string }) {
  const { email } = useCompany().contact
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return (
    <a href={`mailto:${email}${query}`} className="wrap-anywhere">
      {email}
    </a>
  )
}

export function CompanyPhone() {
  const { phone } = useCompany().contact
  return <span className="whitespace-nowrap">{phone}</span>
}

/** What the external avatar service learns, if one is configured. */
export function AvatarService() {
  const url = use(AvatarUrlContext)
  if (!url) return null
  return (
    <li>
      <strong>Pictures beside names</strong> of authors and commenters come from{' '}
      {new URL(url).hostname}, which learns these names, and the network address of whoever sees
      them.
    </li>
  )
}

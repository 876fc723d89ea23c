import { useCompany } from '#client/use-company.ts'
import { addressLines, company } from '#shared/company.ts'

/** The company's name and address, as the data controller. */
export function Controller() {
  const { contact } = useCompany()
  return `${company.name}, ${addressLines(contact).join(', ')}`
}

/** The company's e-mail address, as a link. @param subject of the email that it begins */
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

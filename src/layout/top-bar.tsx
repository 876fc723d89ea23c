import { Mail, Phone } from 'lucide-react'
import { company, phoneHref } from '#shared/company.ts'
import { SocialLinks } from './social-links.tsx'

/** The line above the header: how to reach the company. Phones have the networks in the footer. */
export function TopBar() {
  const link = 'inline-flex min-h-10 items-center gap-2 hover:underline underline-offset-4'
  return (
    <section aria-label="Contact details" className="scheme-dark bg-ink text-xs">
      <div className="wrap flex min-h-10 items-center justify-between gap-4">
        <div className="flex grow flex-wrap items-center justify-between gap-x-6 sm:justify-start">
          <a href={`mailto:${company.email}`} className={link}>
            <Mail aria-hidden="true" className="size-3.5 text-accent" />
            {company.email}
          </a>
          <a href={phoneHref} className={`${link} whitespace-nowrap`}>
            <Phone aria-hidden="true" className="size-3.5 text-accent" />
            {company.phone}
          </a>
        </div>
        <SocialLinks className="max-sm:hidden" />
      </div>
    </section>
  )
}

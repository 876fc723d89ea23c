import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCompany } from '#client/use-company.ts'
import { addressLines, company, localDay, phoneHref } from '#shared/company.ts'
import { Hills } from '#ui/ornament/hills.tsx'
import { ImigongoEdge } from '#ui/ornament/imigongo.tsx'
import { Logo } from './logo.tsx'
import { SocialLinks } from './social-links.tsx'

const aboutLinks = [
  { label: 'Who we are', to: '/who-we-are' },
  { label: 'Services', to: '/services' },
  { label: 'Contact us', to: '/contact' },
]

/** The footer: hills, links and contact details. `children` is the newsletter's form. */
export function Footer({ children }: { children?: ReactNode }) {
  const link = 'inline-flex min-h-8 items-center underline-offset-4 hover:text-text hover:underline'
  const { contact, networks } = useCompany()
  return (
    <footer data-lazy-section="">
      <Hills />
      <div className="scheme-dark bg-ink pt-12 text-muted">
        <div className="wrap grid gap-x-10 gap-y-12 pb-14 sm:grid-cols-2 lg:grid-cols-[1.5fr_1fr_1.2fr_1.5fr]">
          <div>
            <Logo className="text-text" />
            <p className="mt-5 max-w-xs">
              Connecting Global Employers to Skilled Talents From Africa
            </p>
            {networks.length > 0 && (
              <>
                <p className="mt-6 font-bold text-text text-xs tracking-[0.14em]">JOIN US ON</p>
                <SocialLinks className="-ml-2 mt-2 text-text" />
              </>
            )}
          </div>
          <div>
            <FooterHeading>About Company</FooterHeading>
            <ul>
              {aboutLinks.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className={link}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <FooterHeading>Contact Us</FooterHeading>
            <address className="flex flex-col items-start not-italic">
              <a href={phoneHref(contact.phone)} className={`${link} whitespace-nowrap`}>
                {contact.phone}
              </a>
              <a href={`mailto:${contact.email}`} className={`${link} wrap-anywhere`}>
                {contact.email}
              </a>
              <span className="mt-1">
                {addressLines(contact).map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </span>
            </address>
          </div>
          <div>
            <FooterHeading>Stay Connected</FooterHeading>
            <p className="mb-3 leading-8">Subscribe for latest update</p>
            {children}
          </div>
        </div>
        <div className="wrap text-xs">
          <div className="flex flex-wrap items-center justify-between gap-x-8 border-line border-t py-3">
            <p suppressHydrationWarning>
              {`© ${localDay(new Date()).slice(0, 4)} ${company.name}. All rights reserved.`}
            </p>
            <p className="flex gap-x-6">
              <Link to="/privacy" className={link}>
                Privacy
              </Link>
              <Link to="/terms" className={link}>
                Terms of use
              </Link>
            </p>
          </div>
        </div>
        <ImigongoEdge seed="footer" />
      </div>
    </footer>
  )
}

function FooterHeading({ children }: { children: ReactNode }) {
  return <h2 className="mb-4 font-bold text-lg text-text">{children}</h2>
}

import type { ReactNode } from 'react'
import { useCompany } from '#client/use-company.ts'
import { addressLines, phoneHref } from '#shared/company.ts'
import { classNames } from '#ui/class-names.ts'
import { EmailText } from '#ui/email-text.tsx'
import { Clock, Mail, MapPin, Phone } from '#ui/icons.ts'

/** The company's contact details and office hours. */
export function ContactInformation() {
  const { contact } = useCompany()
  const link = 'inline-block min-h-6 wrap-anywhere underline-offset-4 hover:underline'
  return (
    <section aria-labelledby="contact-information">
      <h2 id="contact-information" className="text-2xl">
        Contact information
      </h2>
      <dl className="mt-6 grid gap-5">
        <Item icon={<Mail />} term="Email">
          <a href={`mailto:${contact.email}`} className={link}>
            <EmailText address={contact.email} />
          </a>
        </Item>
        <Item icon={<Phone />} term="Phone">
          {/* Large text may need two lines on a phone. */}
          <a
            href={phoneHref(contact.phone)}
            className={`${link} whitespace-nowrap max-[20rem]:whitespace-normal`}
          >
            {contact.phone}
          </a>
        </Item>
        <Item icon={<MapPin />} term="Office">
          {addressLines(contact).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Item>
        {contact.hours.length > 0 && (
          <Item icon={<Clock />} term="Hours">
            {contact.hours.map(({ days, time }) => (
              <span
                key={days}
                className={classNames('block', isClosed(time) && 'font-normal text-muted')}
              >
                {`${days}: ${time}`}
              </span>
            ))}
          </Item>
        )}
      </dl>
    </section>
  )
}

const isClosed = (time: string) => time.toLowerCase() === 'closed'

type ItemProps = { icon: ReactNode; term: string; children: ReactNode }

function Item({ icon, term, children }: ItemProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <dt className="text-muted text-sm col-start-2">{term}</dt>
      <dd className="col-start-2 font-semibold">{children}</dd>
      <dd
        aria-hidden="true"
        className="col-start-1 row-span-2 row-start-1 grid size-11 place-items-center rounded bg-primary-soft text-primary [&_svg]:size-5"
      >
        {icon}
      </dd>
    </div>
  )
}

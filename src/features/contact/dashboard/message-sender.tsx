import { Link } from 'react-router'
import { formatDateTime, formatLocalDate, mailtoOf } from '#shared/format.ts'
import type { ContactDetail, Related } from '../message-schemas.ts'

const link = 'wrap-anywhere font-medium text-primary underline underline-offset-4'

/** Who has written, and what else came from the same e-mail. */
export function MessageSender({ contact }: { contact: ContactDetail }) {
  const { full_name, email, phone, created_at, related } = contact
  return (
    <section aria-labelledby="sender" className="rounded bg-raised p-5 shadow-low">
      <h2 id="sender" className="mb-4 wrap-anywhere text-xl">
        {full_name}
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-1">
        <div>
          <dt className="text-muted text-sm">E-mail</dt>
          <dd>
            <a href={mailtoOf(email)} className={link}>
              {email}
            </a>
          </dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Phone</dt>
          <dd>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={link}>
              {phone}
            </a>
          </dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Received</dt>
          <dd className="font-medium">{formatDateTime(created_at)}</dd>
        </div>
      </dl>
      {related.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 font-semibold text-sm">From the same e-mail</h3>
          <ul className="flex flex-col gap-3">
            {related.map((one) => (
              <li key={`${one.kind} ${one.id}`}>
                <Link to={hrefOf(one)} className={`${link} inline-block min-h-6`}>
                  {one.title}
                </Link>
                <p className="text-muted text-sm">
                  {kinds[one.kind].label}, {formatLocalDate(one.created_at)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The page of each kind. Event registrations lead to the event as visitors see it, which every role may open. */
const kinds: Record<Related['kind'], { label: string; path: string }> = {
  application: { label: 'Application', path: '/dashboard/applications' },
  talent: { label: 'Talent registration', path: '/dashboard/talents' },
  event_registration: { label: 'Event registration', path: '/events' },
  message: { label: 'Another message', path: '/dashboard/messages' },
}

const hrefOf = ({ kind, id }: Related) => `${kinds[kind].path}/${id}`

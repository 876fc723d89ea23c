import { Link } from 'react-router'
import { useUser } from '#client/api/use-auth-state.ts'
import { formatDateTime, formatLocalDate } from '#shared/format.ts'
import { consentText } from '#shared/privacy.ts'
import { editors, isOneOf, type Role } from '#shared/roles.ts'
import { detailLink, EmailLink, PhoneLink } from '#ui/contact-links.tsx'
import type { ContactDetail, Related } from '../message-schemas.ts'

/** Who has written, and what else came from the same email. */
export function MessageSender({ contact }: { contact: ContactDetail }) {
  const { full_name, email, phone, created_at, consent_version, related } = contact
  const { role } = useUser()
  return (
    <section aria-labelledby="sender" className="rounded bg-raised p-5 shadow-low">
      <h2 id="sender" className="mb-4 wrap-anywhere text-xl">
        {full_name}
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-1">
        <div>
          <dt className="text-muted text-sm">Email</dt>
          <dd>
            <EmailLink address={email} />
          </dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Phone</dt>
          <dd>
            <PhoneLink number={phone} />
          </dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Received</dt>
          <dd className="font-medium">{formatDateTime(created_at)}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Agreed</dt>
          <dd className="font-medium">{consentText(created_at, consent_version)}</dd>
        </div>
      </dl>
      {related.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 font-semibold text-sm">From the same email</h3>
          <ul className="flex flex-col gap-3">
            {related.map((one) => (
              <li key={`${one.kind} ${one.id}`}>
                <Link
                  to={hrefOf(one, contact.email, role)}
                  className={`${detailLink} inline-block min-h-6`}
                >
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

/** The page of each kind. Who may not open the registrations of an event gets to the event as visitors see it. */
const kinds: Record<Related['kind'], { label: string; path: string }> = {
  application: { label: 'Application', path: '/dashboard/applications' },
  talent: { label: 'Talent registration', path: '/dashboard/talents' },
  event_registration: { label: 'Event registration', path: '/events' },
  message: { label: 'Another message', path: '/dashboard/messages' },
}

const hrefOf = ({ kind, id }: Related, email: string, role: Role) =>
  kind === 'event_registration' && isOneOf(editors, role)
    ? `/dashboard/events/${id}?${new URLSearchParams({ search: email })}`
    : `${kinds[kind].path}/${id}`

import { useState } from 'react'
import { Link } from 'react-router'
import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { DetailPage } from '#client/resources/page/detail-page.tsx'
import { formatDate, formatDateTime } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { type Fact, FactList } from '#ui/fact-list.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Certificate } from '../contract.ts'
import { CertificateDialog } from './certificate-dialog.tsx'
import { CertificateHistory } from './certificate-history.tsx'
import {
  certificateDeletion,
  certificateName,
  certificateStatusLooks,
} from './certificate-status.ts'

const RevokeDialog = lazyComponent(() => import('./revoke-dialog.tsx'), 'RevokeDialog')

/** A certificate with its history. */
export function CertificateDetailPage({ id }: { id: number }) {
  const [open, setOpen] = useState<'correct' | 'revoke' | 'issue'>()
  const resend = useNotifiedWrite('certificates.resend')
  const close = () => setOpen(undefined)
  return (
    <DetailPage
      procedure="certificates.get"
      id={id}
      noun="certificate"
      list={{ path: '/dashboard/certificates', title: 'Certificates' }}
      rowName={certificateName}
      deletion={certificateDeletion}
      text={({ status, number, version }) => (
        <>
          <StatusBadge looks={certificateStatusLooks} status={status} />
          {number}
          {version > 1 && `, version ${version}`}
        </>
      )}
      actions={({ status }) =>
        status === 'REVOKED' ? (
          <Button onClick={() => setOpen('issue')}>Issue anew</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={() => setOpen('revoke')}>
              Revoke
            </Button>
            <Button variant="secondary" onClick={() => void resend({ id }, ({ detail }) => detail)}>
              Send the email again
            </Button>
            <Button onClick={() => setOpen('correct')}>Correct</Button>
          </>
        )
      }
    >
      {(certificate) => (
        <>
          <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
            <CertificateFacts certificate={certificate} />
            <CertificateHistory entries={certificate.history} />
          </div>
          {open === 'correct' && <CertificateDialog certificate={certificate} onClose={close} />}
          {open === 'issue' && <CertificateDialog revoked={certificate} onClose={close} />}
          {open === 'revoke' && <RevokeDialog certificate={certificate} onClose={close} />}
        </>
      )}
    </DetailPage>
  )
}

const link = 'font-medium text-primary underline underline-offset-4'

function CertificateFacts({ certificate }: { certificate: Certificate }) {
  const { email, application_id, revoked_at, corrected_on } = certificate
  const facts: Fact[] = [
    ['Name', certificate.full_name],
    ['Email', <EmailText key="email" address={email} />],
    ['Course', certificate.course],
    ['Cohort', certificate.cohort],
    ['Training', `${formatDate(certificate.start)} to ${formatDate(certificate.end)}`],
    ['Issued on', formatDate(certificate.issued_on)],
    [
      'Verification code',
      <Link key="code" to={`/verify/${certificate.code}`} className={link}>
        {certificate.code}
      </Link>,
    ],
  ]
  if (corrected_on) facts.push(['Corrected on', formatDate(corrected_on)])
  if (revoked_at) {
    facts.push(['Revoked', formatDateTime(revoked_at)], ['Reason', certificate.revoked_reason])
  }
  if (application_id) {
    facts.push([
      'Issued for',
      <Link key="application" to={`/dashboard/applications/${application_id}`} className={link}>
        Their application
      </Link>,
    ])
  }
  return (
    <section aria-labelledby="printed" className="rounded bg-raised p-5 shadow-low">
      <h2 id="printed" className="mb-4 text-xl">
        Certificate
      </h2>
      <FactList facts={facts} />
    </section>
  )
}

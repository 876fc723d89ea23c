import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCompany } from '#client/use-company.ts'
import { company } from '#shared/company.ts'
import { formatDate, formatDateTime } from '#shared/format.ts'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { BadgeCheck, CircleX, History, type IconComponent, SearchX } from '#ui/icons.ts'
import { codeLength, isWholeCode } from '../validation.ts'
import type { Verification } from '../verify-contract.ts'

const looks = {
  VALID: { Icon: BadgeCheck, className: 'bg-success-soft text-success', title: 'Valid' },
  REPLACED: { Icon: History, className: 'bg-warning-soft text-warning', title: 'Replaced' },
  REVOKED: { Icon: CircleX, className: 'bg-error-soft text-error', title: 'Not valid: revoked' },
}

type VerifiedCertificateProps = {
  certificate: Verification
  /** The root of the API as the browser calls it. */
  apiRoot: string
}

/** Whether a certificate holds, and all that is printed on it. */
export function VerifiedCertificate({ certificate, apiRoot }: VerifiedCertificateProps) {
  return (
    <article aria-labelledby="verdict" className="max-w-3xl">
      <VerdictBox {...looks[certificate.status]}>
        <Verdict certificate={certificate} />
      </VerdictBox>
      <PrintedFacts certificate={certificate} />
      <p className="mt-4 text-muted text-sm">
        Checked against our records on {formatDateTime(certificate.checked_at)} (Kigali).
        <span className="hidden wrap-anywhere print:block">
          Whether it still holds: {certificate.url}
        </span>
      </p>
      {certificate.status === 'VALID' && (
        <ForTheGraduate certificate={certificate} apiRoot={apiRoot} />
      )}
    </article>
  )
}

/** Says that there is no certificate with a code. */
export function UnknownCertificate({ code }: { code: string }) {
  return (
    <div className="max-w-3xl">
      <VerdictBox Icon={SearchX} className="bg-error-soft text-error" title="Unknown code">
        No certificate of ours has the code <span className="wrap-anywhere">{code}</span>.{' '}
        {isWholeCode(code) ? (
          <>
            Please compare it with the paper, letter by letter. If it is the same, we did not issue
            this certificate, or have deleted it. Please ask <ContactLink />.
          </>
        ) : (
          `A verification code has ${codeLength} letters and digits. The number of a certificate is another thing.`
        )}
      </VerdictBox>
    </div>
  )
}

type VerdictBoxProps = {
  Icon: IconComponent
  className: string
  title: string
  children: ReactNode
}

function VerdictBox({ Icon, className, title, children }: VerdictBoxProps) {
  return (
    <div className={classNames('flex gap-4 rounded p-5 sm:p-6', className)}>
      <Icon aria-hidden="true" className="size-8 shrink-0" />
      <div className="min-w-0">
        <h2 id="verdict" className="text-2xl">
          {title}
        </h2>
        <p className="mt-1 font-medium">{children}</p>
      </div>
    </div>
  )
}

function ContactLink() {
  const { email } = useCompany().contact
  return (
    <a href={`mailto:${email}`} className="wrap-anywhere underline underline-offset-4">
      {email}
    </a>
  )
}

function Verdict({ certificate }: { certificate: Verification }) {
  const { status, replaced_on, revoked_on, latest_code } = certificate
  if (status === 'VALID') {
    return <>{company.name} issued this certificate, and it is valid. This is what it says:</>
  }
  if (status === 'REVOKED') {
    return (
      <>
        We revoked this certificate on {revoked_on && formatDate(revoked_on)}. If you have a
        question, please write to <ContactLink />.
      </>
    )
  }
  return (
    <>
      We corrected this certificate on {replaced_on && formatDate(replaced_on)}. This version is no
      longer valid.{' '}
      <Link to={`/verify/${latest_code}`} className="font-semibold underline underline-offset-4">
        See the valid version
      </Link>
    </>
  )
}

/** The form of LinkedIn for a certificate, filled in. */
function linkedInUrl({ course, issued_on, url, number }: Verification) {
  const [issueYear = '', issueMonth] = issued_on.split('-')
  return `https://www.linkedin.com/profile/add?${new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: course,
    organizationName: company.name,
    issueYear,
    issueMonth: String(Number(issueMonth)),
    certUrl: url,
    certId: number,
  })}`
}

function ForTheGraduate({ certificate, apiRoot }: VerifiedCertificateProps) {
  const button = buttonClass({ variant: 'secondary' })
  return (
    <section aria-labelledby="graduate" className="mt-10 print:hidden">
      <h2 id="graduate" className="text-xl">
        Is this your certificate?
      </h2>
      <p className="measure mt-2 text-muted">
        Add it to your profile, or download it as a signed credential (Open Badges 3.0) for a
        digital wallet.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={linkedInUrl(certificate)} rel="noreferrer" className={button}>
          Add to LinkedIn
        </a>
        <a
          href={`${apiRoot}/website/certificates/${certificate.code}/credential/`}
          download
          className={button}
        >
          Download the credential
        </a>
      </div>
    </section>
  )
}

function PrintedFacts({ certificate }: { certificate: Verification }) {
  const { version, corrected_on } = certificate
  const facts: [string, ReactNode][] = [
    ['Name', certificate.full_name],
    ['Training programme', certificate.course],
    ['Cohort', certificate.cohort],
    ['Training', `${formatDate(certificate.start)} to ${formatDate(certificate.end)}`],
    ['Issued on', formatDate(certificate.issued_on)],
    ['Issued by', `${company.name}, Kigali`],
    [
      'Certificate number',
      version > 1 ? `${certificate.number}, version ${version}` : certificate.number,
    ],
    ['Verification code', certificate.code],
  ]
  if (corrected_on) facts.push(['Corrected on', formatDate(corrected_on)])
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-5 rounded bg-raised p-5 shadow-low sm:grid-cols-2 sm:p-6 print:p-0 print:shadow-none">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="wrap-anywhere font-semibold text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { useWrite } from '#client/api/queries.ts'
import { EditDialog } from '#client/resources/edit/edit-dialog.tsx'
import { localDay } from '#shared/company.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useIsStaying } from '#ui/use-is-staying.ts'
import type { Certificate } from '../contract.ts'
import { printedLengthMax } from '../validation.ts'
import { useFacets } from './certificate-list-spec.ts'
import { certificateName } from './certificate-status.ts'

const today = () => localDay(new Date())

const valuesOf = (certificate: Certificate | undefined) => ({
  full_name: certificate?.full_name ?? '',
  email: certificate?.email ?? '',
  course: certificate?.course ?? '',
  cohort: certificate?.cohort ?? '',
  start: certificate?.start ?? '',
  end: certificate?.end ?? '',
  issued_on: certificate?.issued_on ?? today(),
  send_email: true,
})

type CertificateDialogProps = {
  /** The certificate to correct; undefined issues a new one. */
  certificate?: Certificate
  /** The revoked certificate that a new one begins with. */
  revoked?: Certificate
  onClose: () => void
}

/** Issues a single certificate, or corrects one. */
export function CertificateDialog({ certificate, revoked, onClose }: CertificateDialogProps) {
  const create = useWrite('certificates.create')
  const update = useWrite('certificates.update')
  const facets = useFacets()
  const navigate = useNavigate()
  const isStaying = useIsStaying()
  const { search } = useLocation()
  const isNew = certificate === undefined

  return (
    <EditDialog
      noun="certificate"
      savedBy="certificates.update"
      row={certificate}
      rowName={certificateName}
      valuesOf={(row) => (row ? valuesOf(row) : { ...valuesOf(revoked), issued_on: today() })}
      save={({ send_email, ...values }, seen) =>
        seen
          ? update.mutateAsync({
              ...values,
              send_email,
              id: seen.id,
              expected_updated_at: seen.updated_at,
            })
          : create.mutateAsync({ ...values, revoked_id: revoked?.id }).then((issued) => {
              if (!revoked || !isStaying()) return issued
              // Closed first: an open form that was filled in keeps its page from being left.
              flushSync(onClose)
              void navigate(`/dashboard/certificates/${issued.id}${search}`)
              return issued
            })
      }
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            {...field('full_name')}
            label="Name"
            hint={
              isNew
                ? 'As it is printed.'
                : 'What is printed in other words becomes a new version under the same number, and the certificate says so.'
            }
            maxLength={printedLengthMax}
            autoComplete="off"
            required
          />
          <TextField
            {...field('email')}
            label="Email"
            hint={
              isNew
                ? 'They get an email with the link to their certificate.'
                : 'A new address gets the link in any case; the one before leads nowhere then.'
            }
            type="email"
            inputMode="email"
            autoComplete="off"
            required
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...field('course')}
              label="Course"
              list="certificate-courses"
              maxLength={printedLengthMax}
              required
            />
            <TextField
              {...field('cohort')}
              label="Cohort"
              list="certificate-cohorts"
              maxLength={printedLengthMax}
              required
            />
          </div>
          <Names id="certificate-courses" names={facets?.courses} />
          <Names id="certificate-cohorts" names={facets?.cohorts} />
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField {...field('start')} label="Start" type="date" required />
            <TextField {...field('end')} label="End" type="date" required />
            <TextField {...field('issued_on')} label="Issued on" type="date" required />
          </div>
          {!isNew && (
            <CheckboxField
              {...field('send_email')}
              label="Send the graduate the corrected certificate"
            />
          )}
        </>
      )}
    </EditDialog>
  )
}

/** What was entered before, to choose from. */
const Names = ({ id, names = [] }: { id: string; names?: string[] }) => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
)

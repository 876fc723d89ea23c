import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { ExportMenu } from '#client/resources/list/export-menu.tsx'
import { useKeptSearch } from '#client/resources/list/kept-search.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { formatDate } from '#shared/format.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { emailColumn } from '#ui/data-table/contact-columns.tsx'
import { MainCell, OneLine } from '#ui/data-table/main-cell.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { MenuItem, MenuLink } from '#ui/overlays/menu.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Certificate } from '../contract.ts'
import { CertificateDialog } from './certificate-dialog.tsx'
import { CertificateImportDialog } from './certificate-import-dialog.tsx'
import { certificateListSpec } from './certificate-list-spec.ts'
import {
  certificateDeletion,
  certificateName,
  certificateStatusLooks,
} from './certificate-status.ts'

const RevokeDialog = lazyComponent(() => import('./revoke-dialog.tsx'), 'RevokeDialog')

/** All certificates, valid and revoked. */
export function CertificateTable() {
  const list = useResourceList('certificates.list', certificateListSpec)
  const { search } = list.listUrl
  useKeptSearch('/dashboard/certificates', search)
  const resend = useNotifiedWrite('certificates.resend')
  const [open, setOpen] = useState<
    { dialog: 'import' } | { dialog: 'correct' | 'revoke'; certificate: Certificate }
  >()
  const close = () => setOpen(undefined)

  return (
    <ResourcePage
      title="Certificates"
      plural="certificates"
      views="certificates"
      list={list}
      columns={() => certificateColumns(search)}
      rowName={certificateName}
      emptyText="Issue those of a cohort to its accepted applicants: every name is shown for a check first."
      create={{
        label: 'New certificate',
        render: (done) => <CertificateDialog onClose={done} />,
      }}
      deletion={certificateDeletion}
      rowMenu={(certificate) => (
        <>
          <MenuLink to={`/dashboard/certificates/${certificate.id}${search}`}>Open</MenuLink>
          {certificate.status === 'VALID' && (
            <>
              <MenuItem onSelect={() => setOpen({ dialog: 'correct', certificate })}>
                Correct
              </MenuItem>
              <MenuItem
                onSelect={() => void resend({ id: certificate.id }, ({ detail }) => detail)}
              >
                Send the email again
              </MenuItem>
              <MenuItem onSelect={() => setOpen({ dialog: 'revoke', certificate })} isDanger>
                Revoke
              </MenuItem>
            </>
          )}
        </>
      )}
      actions={
        <>
          <ExportMenu
            plural="certificates"
            fetchFile={(format) =>
              api.certificates.export({
                query: { format },
                body: { filters: list.filters, ordering: list.ordering },
              })
            }
          />
          <Button size="sm" variant="secondary" onClick={() => setOpen({ dialog: 'import' })}>
            Import
          </Button>
          <ButtonLink size="sm" variant="secondary" to="/dashboard/certificates/issue">
            Issue a cohort
          </ButtonLink>
        </>
      }
      below={
        open?.dialog === 'import' ? (
          <CertificateImportDialog onClose={close} />
        ) : open?.dialog === 'correct' ? (
          <CertificateDialog certificate={open.certificate} onClose={close} />
        ) : (
          open && <RevokeDialog certificate={open.certificate} onClose={close} />
        )
      }
    />
  )
}

/** @param search the list's query string, which the links keep */
const certificateColumns = (search: string): DataColumn<Certificate>[] => [
  {
    id: 'name',
    header: 'Name',
    ordering: 'name',
    isMain: true,
    className: 'sm:min-w-44 sm:max-w-80',
    cell: (certificate) => (
      <MainCell
        name={certificate.full_name}
        to={`/dashboard/certificates/${certificate.id}${search}`}
      />
    ),
  },
  {
    id: 'number',
    header: 'Number',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ number, version }) => (
      <>
        {number}
        {version > 1 && <span className="block text-muted text-xs">Version {version}</span>}
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge looks={certificateStatusLooks} status={status} />,
  },
  {
    id: 'course',
    header: 'Course',
    className: 'sm:max-w-36 xl:max-w-52 min-[100rem]:max-w-60',
    cell: ({ course }) => <OneLine text={course} />,
  },
  {
    id: 'cohort',
    header: 'Cohort',
    className: 'sm:max-w-36 xl:max-w-52 min-[100rem]:max-w-60',
    cell: ({ cohort }) => <OneLine text={cohort} />,
  },
  timeColumn('issued_on', 'Issued', formatDate, {
    ordering: 'issued_on',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
  emailColumn(),
]

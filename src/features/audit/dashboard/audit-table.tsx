import { Link } from 'react-router'
import { api } from '#client/api/client.ts'
import { useRead } from '#client/api/queries.ts'
import { ExportMenu } from '#client/resources/list/export-menu.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { type AuditAction, auditActions, auditRetentionDays } from '#shared/audit-actions.ts'
import { formatCount, formatDateTime } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import {
  choicesFilter,
  dayFilter,
  loadedChoices,
  readId,
  readText,
  textFilter,
} from '#ui/data-table/filters.ts'
import { MainCell, OneLine } from '#ui/data-table/main-cell.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { MenuLink } from '#ui/overlays/menu.tsx'
import type { NamedLine } from '../contract.ts'
import { linesPagedMax } from '../validation.ts'
import { actionText, auditLinkOf, auditName, readDetails, targetText } from './audit-links.ts'

const useAuditFacets = () => useRead('auditLog.facets', undefined).data

const actionLabels = Object.fromEntries(
  auditActions.map((action) => [action, actionText(action)]),
) as Record<AuditAction, string>

const listSpec = {
  filters: {
    search: textFilter('Search by id'),
    actor_id: loadedChoices('Who', 'Anybody', readId, () =>
      useAuditFacets()?.actors.map(({ id, name }) => ({ value: String(id), label: name })),
    ),
    action: choicesFilter('Action', 'Any action', actionLabels),
    target: loadedChoices('What', 'Anything', readText(60), () =>
      useAuditFacets()?.targets.map((target) => ({ value: target, label: target })),
    ),
    from: dayFilter('From'),
    to: dayFilter('Until'),
  },
}

/** Who has done what. Lines can be read and exported, not changed. */
export function AuditTable() {
  const list = useResourceList('auditLog.list', listSpec)
  return (
    <ResourcePage
      title="Audit log"
      text={`Who has signed in, opened, changed, exported or deleted something. Lines go after ${auditRetentionDays} days; nobody can change or delete one.`}
      plural="lines"
      views="audit"
      list={list}
      columns={auditColumns}
      rowName={auditName}
      dialog={{
        label: 'Show',
        render: (line, close) => <AuditLineDialog line={line} onClose={close} />,
      }}
      rowMenu={(line) => {
        const to = auditLinkOf(line)
        return (
          <>
            {to && <MenuLink to={to}>Open {line.target}</MenuLink>}
            {line.target_id && (
              <MenuLink
                to={`/dashboard/audit-log?${new URLSearchParams({ target: line.target, search: line.target_id })}`}
              >
                All about it
              </MenuLink>
            )}
          </>
        )
      }}
      actions={
        <ExportMenu
          plural="audit-log"
          fetchFile={(format) =>
            api.auditLog.export({ query: { format }, body: { filters: list.filters } })
          }
        />
      }
      above={
        list.page?.has_more && (
          <p className="mb-3 text-muted text-sm">
            The newest {formatCount(linesPagedMax)} that match. Choose a period to see older ones.
          </p>
        )
      }
    />
  )
}

const auditColumns = (open: (line: NamedLine) => void): DataColumn<NamedLine>[] => [
  {
    id: 'action',
    header: 'Action',
    isMain: true,
    className: 'sm:min-w-36',
    cell: (line) => <MainCell name={actionText(line.action)} onOpen={() => open(line)} />,
  },
  {
    id: 'target',
    header: 'What',
    className: 'sm:min-w-44 wrap-anywhere',
    cell: (line) => <Target line={line} />,
  },
  {
    id: 'actor',
    header: 'Who',
    className: 'sm:min-w-36 wrap-anywhere',
    cell: ({ actor_name }) => actor_name || 'Nobody signed in',
  },
  timeColumn('created_at', 'When (Kigali)', formatDateTime, { className: 'tabular-nums' }),
  {
    id: 'details',
    header: 'Details',
    className: 'sm:max-w-72',
    cell: ({ details }) => (
      <OneLine
        text={
          readDetails(details)
            .map(({ name, value }) => `${name}: ${value}`)
            .join('; ')
            .slice(0, 200) || '–'
        }
      />
    ),
  },
  {
    id: 'client_ip',
    header: 'IP address',
    className: 'whitespace-nowrap tabular-nums',
    isHiddenAtFirst: true,
    cell: ({ client_ip }) => client_ip,
  },
]

/** What a line is about, as a link where it has a page. */
function Target({ line }: { line: NamedLine }) {
  const to = auditLinkOf(line)
  if (!to) return targetText(line)
  return (
    <Link to={to} className="inline-grid min-h-6 content-center underline underline-offset-4">
      {targetText(line)}
    </Link>
  )
}

function AuditLineDialog({ line, onClose }: { line: NamedLine; onClose: () => void }) {
  const facts = [
    { name: 'Who', value: line.actor_name || 'Nobody signed in' },
    { name: 'When', value: `${formatDateTime(line.created_at)} (Kigali)` },
    { name: 'What', value: line.target },
    ...(line.name === null ? [] : [{ name: 'Name', value: line.name }]),
    ...(line.target_id ? [{ name: 'Which', value: line.target_id }] : []),
    { name: 'IP address', value: line.client_ip },
    ...readDetails(line.details),
  ]
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${actionText(line.action)}: ${line.target}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_1fr]">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted first-letter:uppercase">{name}</dt>
            <dd className="wrap-anywhere font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

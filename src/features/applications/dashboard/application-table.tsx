import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readOptions } from '#client/api/queries.ts'
import { BatchBar } from '#client/resources/batch-bar.tsx'
import { ResourcePage } from '#client/resources/resource-page.tsx'
import { type UndoableChange, UndoStrip } from '#client/resources/undo-strip.tsx'
import { useResourceList } from '#client/resources/use-resource-list.ts'
import { fullName } from '#shared/full-name.ts'
import { Button } from '#ui/button.tsx'
import { type RowId, useSelection } from '#ui/data-table/selection.ts'
import { MenuItem, MenuLink } from '#ui/overlays/menu.tsx'
import type { Application } from '../contract.ts'
import { ApplicationBatchDialog } from './application-batch-dialog.tsx'
import { applicationColumns } from './application-columns.tsx'
import { ApplicationExportMenu } from './application-export-menu.tsx'
import { applicationDeletion, applicationListSpec } from './application-list-spec.ts'
import { ApplicationStatusDialog } from './application-status-dialog.tsx'

type Open = { dialog: 'status'; application: Application } | { dialog: 'batch' }

/** All applications. The server searches, filters, sorts and pages them; one or many can be changed. */
export function ApplicationTable() {
  const client = useQueryClient()
  const list = useResourceList('applications.list', applicationListSpec)
  const { filters, ordering, address } = list
  const rows = list.page?.results
  const selection = useSelection(rows?.map(({ id }) => id) ?? [], JSON.stringify(filters))
  const nameOf = useRowNames(rows, fullName, 'Application')
  const [open, setOpen] = useState<Open>()
  const [change, setChange] = useState<UndoableChange>()
  const close = () => setOpen(undefined)
  // A dialog shows the latest version of its row, in case another user has changed it.
  const current = (application: Application) =>
    rows?.find(({ id }) => id === application.id) ?? application

  async function loadAllIds() {
    const everyId = readOptions('applications.ids', filters)
    return (await client.fetchQuery({ ...everyId, staleTime: 0 })).ids
  }

  return (
    <>
      <ResourcePage
        title="Applications"
        noun="applications"
        list={list}
        columns={() => applicationColumns(address.search)}
        rowName={fullName}
        actions={<ApplicationExportMenu filters={filters} ordering={ordering} />}
        emptyText="New applications appear here as they come in."
        deletion={applicationDeletion}
        rowMenu={(application) => (
          <>
            <MenuLink to={`/dashboard/applications/${application.id}${address.search}`}>
              Open
            </MenuLink>
            <MenuItem onSelect={() => setOpen({ dialog: 'status', application })}>
              Change status
            </MenuItem>
          </>
        )}
        selection={selection}
        above={<UndoStrip change={change} onDone={() => setChange(undefined)} />}
        below={
          <BatchBar
            noun="applications"
            selection={selection}
            totalItems={list.page?.total_items ?? 0}
            loadAllIds={loadAllIds}
          >
            <Button size="sm" onClick={() => setOpen({ dialog: 'batch' })}>
              Change status
            </Button>
          </BatchBar>
        }
      />
      {open?.dialog === 'status' && (
        <ApplicationStatusDialog
          application={current(open.application)}
          onClose={close}
          onChanged={setChange}
        />
      )}
      {open?.dialog === 'batch' && (
        <ApplicationBatchDialog selection={selection} nameOf={nameOf} onClose={close} />
      )}
    </>
  )
}

/** Names all rows shown so far, for messages; other rows get their id. @param noun such as 'Application' */
function useRowNames<Row extends { id: RowId }>(
  rows: readonly Row[] | undefined,
  rowName: (row: Row) => string,
  noun: string,
) {
  const names = useRef(new Map<Row['id'], string>())
  useEffect(() => {
    for (const row of rows ?? []) names.current.set(row.id, rowName(row))
  }, [rows, rowName])
  return (id: Row['id']) => names.current.get(id) ?? `${noun} ${id}`
}

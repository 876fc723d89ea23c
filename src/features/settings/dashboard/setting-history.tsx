import { useState } from 'react'
import { failureOf } from '#client/api/outcome.ts'
import { useRead, useWrite } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { formatDateTime } from '#shared/format.ts'
import type { SettingSection } from '#shared/settings.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import type { SavedSection, SettingRevision } from '../contract.ts'
import { sectionTexts, settingLabels, valueText } from './setting-labels.ts'

type SettingHistoryProps = {
  section: SettingSection
  row: SavedSection
  /** Whether restoring would lose what was typed. */
  isDirty: boolean
  /**
   * @param before what was there until then
   * @param now what is there since
   */
  onRestored: (before: SavedSection, now: SavedSection) => void
  onClose: () => void
}

const pageSize = 10

/**
 * What a section said before: who saved it and when, and what of it is other than now. Each version can be restored.
 */
export function SettingHistory(props: SettingHistoryProps) {
  const { section, row, isDirty, onRestored, onClose } = props
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useRead(
    'settings.revisions',
    { section, page, page_size: pageSize },
    { keepsPrevious: true },
  )
  const restore = useWrite('settings.restore')
  const [problem, setProblem] = useState<string>()

  async function bringBack(revision: number | null) {
    try {
      const { updated_at: expected_updated_at } = row
      onRestored(row, await restore.mutateAsync({ section, revision, expected_updated_at }))
      onClose()
    } catch (reason) {
      setProblem(failureOf(reason))
    }
  }

  const isLastPage = data && !isPlaceholderData && page >= data.total_pages
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={`History: ${sectionTexts[section].label}`}
      description={
        isDirty
          ? 'Please save or discard what you typed before you bring an earlier version back.'
          : 'What you bring back is shown at once. What is there now stays in the history.'
      }
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <FormError>{problem}</FormError>
      {!data && <NotLoaded error={error} refetch={refetch} lines={6} />}
      {data && (
        <ol className="divide-y divide-line">
          {data.results.map((revision) => (
            <Version
              key={revision.id}
              title={formatDateTime(revision.saved_at)}
              by={revision.by}
              changes={changesSince(revision.values, row)}
              isCurrent={revision.id === row.revision}
              onRestore={isDirty ? undefined : () => bringBack(revision.id)}
            />
          ))}
          {isLastPage && (
            <Version
              title="As delivered"
              by=""
              changes={changesSince(data.delivered, row)}
              isCurrent={row.revision === null}
              onRestore={isDirty ? undefined : () => bringBack(null)}
            />
          )}
        </ol>
      )}
      {data && (
        <PageButtons
          page={page}
          pages={data.total_pages}
          onPage={setPage}
          variant="secondary"
          className="mt-3 gap-3"
        />
      )}
    </Dialog>
  )
}

type FieldChange = { field: string; text: string }

/** The fields that said something else then. */
const changesSince = (values: SettingRevision['values'], now: object): FieldChange[] =>
  Object.entries(now)
    .filter(([field]) => field in settingLabels && field in values)
    .map(([field, value]) => ({
      field,
      text: valueText(field, values[field]),
      now: valueText(field, value),
    }))
    .filter(({ text, now: present }) => text !== present)

type VersionProps = {
  title: string
  by: string
  changes: readonly FieldChange[]
  isCurrent: boolean
  onRestore: (() => void) | undefined
}

function Version({ title, by, changes, isCurrent, onRestore }: VersionProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold tabular-nums">{title}</p>
        {by && <p className="wrap-anywhere text-muted text-sm">by {by}</p>}
        {changes.length > 0 && (
          <dl className="mt-2 grid gap-1 text-sm">
            {changes.map(({ field, text }) => (
              <div key={field} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
                <dt className="text-muted">{settingLabels[field]}</dt>
                <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {isCurrent ? (
        <span className="text-muted text-sm">Shown now</span>
      ) : (
        onRestore && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Bring back: ${title}`}
            onClick={onRestore}
          >
            Bring back
          </Button>
        )
      )}
    </li>
  )
}

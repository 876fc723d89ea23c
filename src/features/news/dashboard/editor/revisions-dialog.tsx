import { diffWordsWithSpace } from 'diff'
import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { failureOf } from '#client/api/outcome.ts'
import { useRead } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { blocksOf, textOf } from '#client/rich-text/article-html.ts'
import { formatDateTime } from '#shared/format.ts'
import { isSameJson } from '#shared/is-same-json.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import type { ArticleFields, Revision } from '../../drafts-contract.ts'
import { changeClasses } from './change-classes.ts'
import { fieldsOfDraft } from './draft-fields.ts'
import type { DraftSaver } from './draft-saver.ts'
import { fieldLabels, shownField } from './field-labels.ts'
import { NotSaved } from './use-publication.ts'

type RevisionsDialogProps = { saver: DraftSaver; onClose: () => void }

const kinds: Record<Revision['kind'], string> = {
  saved: 'Saved',
  published: 'Published',
  restored: 'Restored',
  original: 'As it was before',
}

/** The earlier versions of the article: who saved them and when, compared with the present text, to be restored. */
export function RevisionsDialog({ saver, onClose }: RevisionsDialogProps) {
  const { draft, fields } = saver.getState()
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<Revision>()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const list = useRead(
    'drafts.revisions',
    { id: draft.id, page, page_size: 8 },
    { keepsPrevious: true },
  )
  const isEmpty = list.data?.total_items === 0

  async function restore(revision: Revision) {
    setIsBusy(true)
    setProblem(undefined)
    try {
      if (!(await saver.flush())) throw new NotSaved('restored')
      const { updated_at } = saver.getState().draft
      saver.load(await api.drafts.restore({ id: revision.id, expected_updated_at: updated_at }))
      notify({
        type: 'success',
        message: `The text of ${formatDateTime(revision.saved_at)} is back.`,
      })
      onClose()
    } catch (error) {
      setProblem(failureOf(error))
      setIsBusy(false)
    }
  }

  const actions = chosen && (
    <Button isBusy={isBusy} onClick={() => restore(chosen)}>
      Restore this version
    </Button>
  )
  return (
    <Dialog
      isOpen
      // What was typed before a version comes would be lost to it.
      onClose={() => isBusy || onClose()}
      size="lg"
      title="History"
      description="What you restore becomes the draft. What is there now stays in the history."
      actions={actions}
    >
      <FormError>{problem}</FormError>
      {isEmpty ? (
        <p className="text-muted">Nothing has been changed here yet.</p>
      ) : (
        <div className="grid gap-5 sm:grid-cols-[16rem_minmax(0,1fr)]">
          {list.data ? (
            <div>
              <ul aria-label="Versions" className="flex flex-col gap-1">
                {list.data.results.map((revision) => (
                  <li key={revision.id}>
                    <button
                      type="button"
                      aria-pressed={chosen?.id === revision.id}
                      onClick={() => setChosen(revision)}
                      className="w-full rounded-sm px-3 py-2 text-left text-sm hover:bg-primary-soft aria-pressed:bg-primary-soft aria-pressed:ring-1 aria-pressed:ring-primary"
                    >
                      <span className="block font-semibold tabular-nums">
                        {formatDateTime(revision.saved_at)}
                      </span>
                      <span className="wrap-anywhere block text-muted">
                        {kinds[revision.kind]}
                        {revision.by && ` by ${revision.by}`}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              <PageButtons
                page={page}
                pages={list.data.total_pages}
                onPage={setPage}
                variant="quiet"
                className="mt-2 justify-between gap-2"
              />
            </div>
          ) : (
            <NotLoaded error={list.error} refetch={list.refetch} lines={6} />
          )}
          {chosen ? (
            <Comparison id={chosen.id} now={fields} />
          ) : (
            <p className="text-muted">Choose a version to see what has changed since.</p>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** The words that were added and removed since a version. */
function Comparison({ id, now }: { id: number; now: ArticleFields }) {
  const { data, error, refetch } = useRead('drafts.revision', { id })
  if (!data) return <NotLoaded error={error} refetch={refetch} lines={6} />
  const then = fieldsOfDraft(data.fields)
  const changed = (Object.keys(fieldLabels) as (keyof ArticleFields)[]).filter(
    (name) => !isSameJson(then[name], now[name]),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label="Changes since" tabIndex={0} className="max-h-[60dvh] overflow-y-auto">
      {changed.length === 0 && <p className="text-muted">This is the present text.</p>}
      {changed.map((name) => (
        <div key={name} className="mb-4">
          <h3 className="mb-1 font-semibold text-sm">{fieldLabels[name]}</h3>
          <WordDiff before={readable(name, then)} after={readable(name, now)} />
        </div>
      ))}
    </section>
  )
}

const readable = (name: keyof ArticleFields, fields: ArticleFields) =>
  name === 'content'
    ? blocksOf(fields.content).map(textOf).filter(Boolean).join('\n\n')
    : shownField(fields[name])

/** A diff of long texts without anything in common would take long. */
const diffTimeoutMs = 2_000

function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = diffWordsWithSpace(before, after, { timeout: diffTimeoutMs }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return (
    <p className="wrap-anywhere whitespace-pre-wrap text-sm leading-relaxed">
      {parts.map(({ value, added, removed }, index) => {
        const Part = added ? 'ins' : removed ? 'del' : 'span'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison stay as they are
          <Part key={index} className={Part === 'span' ? undefined : changeClasses[Part]}>
            {value}
          </Part>
        )
      })}
    </p>
  )
}

import { useState } from 'react'
import { useReadAll } from '#client/api/queries.ts'
import { BatchBar } from '#client/resources/batch/batch-bar.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useListSelection } from '#client/resources/list/use-list-selection.ts'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useKeptUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import {
  choicesFilter,
  dayFilter,
  linkFilter,
  loadedChoices,
  readId,
  readText,
  textFilter,
} from '#ui/data-table/filters.ts'
import { Ban, History } from '#ui/icons.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { statusLabels } from '#ui/status-badge.tsx'
import type { StaffComment } from '../moderation-contract.ts'
import { commentOrders, type Verdict } from '../validation.ts'
import { commentColumns } from './comment-columns.tsx'
import { CommentDetail } from './comment-detail.tsx'
import { commentName, commentStatusLooks } from './comment-status.ts'
import { CommentTabs } from './comment-tabs.tsx'
import { CommentWaves } from './comment-waves.tsx'
import { useCommentBatch } from './use-comment-batch.tsx'
import { useCommentDecisions } from './use-comment-decisions.ts'
import { useCommentKeys } from './use-comment-keys.ts'
import { useCommentWaves } from './use-comment-waves.ts'

const BlockDialog = lazyComponent(() => import('./block-dialog.tsx'), 'BlockDialog')
const BlocksDialog = lazyComponent(() => import('./blocks-dialog.tsx'), 'BlocksDialog')
const DecisionsDialog = lazyComponent(() => import('./decisions-dialog.tsx'), 'DecisionsDialog')
const CommentMatchingDialog = lazyComponent(
  () => import('./comment-matching-dialog.tsx'),
  'CommentMatchingDialog',
)
const ConfirmDialog = lazyComponent(
  () => import('#ui/overlays/confirm-dialog.tsx'),
  'ConfirmDialog',
)

const useArticleOptions = () =>
  useReadAll('news.list', { status: 'all', ordering: 'title' }).data?.map(({ id, title }) => ({
    value: String(id),
    label: title,
  }))

/** The queue shows what is pending; its tabs set the other filters. */
const commentListSpec = {
  filters: {
    search: textFilter('Search comments'),
    status: choicesFilter('Status', 'Pending', {
      ...statusLabels(commentStatusLooks),
      ALL: 'Any status',
    }),
    news_id: loadedChoices('Article', 'Any article', readId, useArticleOptions),
    created_from: dayFilter('Posted from'),
    created_to: dayFilter('Posted until'),
    is_held: linkFilter('Held', (text) => (text === 'true' ? true : undefined)),
    wave: linkFilter('Wave', readText(500)),
  },
  orders: commentOrders,
  defaultOrdering: '-created_at',
  always: { status: ['PENDING' as const], without_waves: true },
}

type Open =
  | { dialog: 'blocks' | 'decisions' | 'delete' }
  | { dialog: 'matching'; verdict: Verdict }
  | { dialog: 'block'; comment?: StaffComment }

/** The queue of comments and replies: each, or each wave of them, is approved, rejected or answered. */
export function CommentTable() {
  const list = useResourceList('comments.list', commentListSpec)
  const { page, filters, listUrl } = list
  const decisions = useCommentDecisions()
  const { strip } = useKeptUndoStrip({
    change: decisions.last,
    replace: decisions.settle,
    leavesFocus: true,
    keepsEarlier: true,
  })
  const statuses = filters.status ?? commentListSpec.always.status
  const rows = decisions
    .withExpected(page?.results ?? [])
    .filter((row) => statuses.includes('ALL') || statuses.includes(row.status))
  const selection = useListSelection(list, rows, list.fresh)
  const batch = useCommentBatch(decisions.record)
  const { status: _, ...others } = filters
  const isQueue = statuses.join() === 'PENDING' && Object.keys(others).length === 0
  const waves = useCommentWaves(isQueue)
  const [openId, setOpenId] = useState<number>()
  const [isReplying, setIsReplying] = useState(false)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  function show(id: number | undefined, isToReply = false) {
    setOpenId(id)
    setIsReplying(isToReply)
  }

  /** The dialog asks about all that match: nobody has seen each of them. */
  function decideSelected(verdict: Verdict) {
    if (selection.all) setOpen({ dialog: 'matching', verdict })
    else void batch.decideRows(selection, verdict)
  }

  useCommentKeys({
    rows,
    openId,
    selection,
    decisions,
    decideSelected,
    batch,
    waves,
    reply: (comment) => show(comment.id, true),
  })

  return (
    <>
      <ResourcePage
        title="Comments"
        text={
          <>
            Comments and replies of visitors.
            <span className="max-sm:hidden"> Press ? for the keys.</span>
          </>
        }
        plural="comments"
        views="comments"
        // The waves stand above the rows, and would push them down if they came later.
        list={{ ...list, page: waves.isLoading ? undefined : page && { ...page, results: rows } }}
        columns={() =>
          commentColumns({
            openId,
            onToggle: ({ id }) => show(id === openId ? undefined : id),
            decide: decisions.decide,
          })
        }
        rowName={commentName}
        actions={
          <>
            <Button variant="secondary" size="sm" onClick={() => setOpen({ dialog: 'decisions' })}>
              <History aria-hidden="true" className="size-4" />
              What I decided
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setOpen({ dialog: 'blocks' })}>
              <Ban aria-hidden="true" className="size-4" />
              Blocks
            </Button>
          </>
        }
        emptyText="Nothing waits for a decision."
        deletion={{
          procedure: 'comments.delete',
          text: 'Its replies go with it.',
        }}
        rowMenu={(comment) => (
          <>
            {comment.status !== 'REJECTED' && (
              <MenuItem onSelect={() => show(comment.id, true)}>Reply</MenuItem>
            )}
            {!comment.is_company && (
              <MenuItem onSelect={() => setOpen({ dialog: 'block', comment })}>Block...</MenuItem>
            )}
          </>
        )}
        notice={<CommentTabs listUrl={listUrl} />}
        selection={selection}
        rowDetail={(comment) =>
          comment.id === openId && (
            <CommentDetail
              comment={comment}
              isReplying={isReplying}
              onReply={(isToReply) => {
                if (!isToReply) focusRow(comment.id)
                setIsReplying(isToReply)
              }}
              decide={decisions.decide}
            />
          )
        }
        onMove={(rowId) => show(Number(rowId) || undefined)}
        above={
          <>
            {strip}
            {page?.has_more && (
              <p role="status" className="mb-4 text-muted text-sm">
                More than 1,000 comments match: these are the newest.
              </p>
            )}
            {waves.waves.length > 0 && (
              <CommentWaves
                waves={waves.waves}
                listUrl={listUrl}
                decide={(wave, verdict) => batch.decideWave(wave, waves.seenAt, verdict)}
              />
            )}
          </>
        }
        below={
          <BatchBar plural="comments" selection={selection}>
            <Button size="sm" onClick={() => decideSelected('approve')}>
              Approve
            </Button>
            <Button variant="secondary" size="sm" onClick={() => decideSelected('reject')}>
              Spam
            </Button>
            {!selection.all && (
              <Button variant="danger" size="sm" onClick={() => setOpen({ dialog: 'delete' })}>
                Delete
              </Button>
            )}
          </BatchBar>
        }
      />
      {batch.dialogs}
      {open?.dialog === 'decisions' && (
        <DecisionsDialog onClose={close} onUndone={decisions.forget} />
      )}
      {open?.dialog === 'blocks' && (
        <BlocksDialog onAdd={() => setOpen({ dialog: 'block' })} onClose={close} />
      )}
      {open?.dialog === 'block' && <BlockDialog comment={open.comment} onClose={close} />}
      {open?.dialog === 'matching' && (
        <CommentMatchingDialog
          selection={selection}
          verdict={open.verdict}
          filters={{ ...commentListSpec.always, ...filters }}
          onClose={close}
          onChanged={({ text, batch: decision }) => decisions.record(text, decision?.id)}
        />
      )}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={`Delete ${pluralize(selection.count, 'comment')}?`}
          text="Their replies go with them. They can be restored from the trash for 30 days."
          confirmLabel="Delete"
          isDanger
          onConfirm={() => batch.decideRows(selection, 'delete')}
        />
      )}
    </>
  )
}

/** Moves the focus from the closed form to its row, where the keys go on. */
function focusRow(id: number) {
  document.querySelector<HTMLElement>(`[data-row-id="${id}"] [data-main-cell] button`)?.focus()
}

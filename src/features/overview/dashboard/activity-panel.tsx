import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { OverviewList } from '#client/resources/list/overview-list.tsx'
import { formatDateTime, formatRelativeTime, pluralize } from '#shared/format.ts'
import { rowPages } from '#shared/row-kinds.ts'
import { useNow } from '#ui/use-now.ts'
import type { Activity } from '../contract.ts'

/** What colleagues did last, of what the own role manages. */
export function ActivityPanel() {
  const { data, error, refetch } = useRead('overview.activity', undefined)
  const [renderedAt] = useState(() => new Date().toISOString())
  const now = useNow(renderedAt)
  return (
    <OverviewList
      title="What was done last"
      rows={data?.results}
      error={error}
      refetch={refetch}
      lines={8}
      empty="Nothing yet. What you and your colleagues do appears here."
    >
      {(line) => (
        <li key={`${line.at} ${line.action} ${line.target} ${line.id}`} className="py-2.5">
          <p className="wrap-anywhere">
            <span className="font-semibold">{line.by || 'Somebody'}</span> {verbOf(line)}{' '}
            <Thing line={line} />
            {line.status && ` as ${line.status.toLowerCase().replaceAll('_', ' ')}`}
          </p>
          <time dateTime={line.at} title={formatDateTime(line.at)} className="text-muted text-xs">
            {formatRelativeTime(line.at, now)}
          </time>
        </li>
      )}
    </OverviewList>
  )
}

/** What a batch did, where that is no change. */
const batchVerbs: Record<string, string> = { delete: 'deleted', undo: 'undid the change of' }

function verbOf({ action, batch_action, status }: Activity) {
  if (status !== null) return 'marked'
  return action === 'batch' ? (batchVerbs[batch_action ?? ''] ?? 'changed') : action
}

/** The page of a single thing. What has none, or is deleted, is plain text. */
function pageOf({ action, target, id }: Activity) {
  const page = rowPages[target]
  if (action === 'deleted' || id === null || !page?.endsWith('/:id')) return undefined
  return page.replace(':id', id)
}

/** What stands before the name of a thing, where that alone could be anything. */
const kinds: Record<string, string> = {
  certificate: 'the certificate of ',
  comment: 'the comment of ',
  'event registration': 'the registration of ',
  image: 'the image ',
  message: 'the message of ',
  'newsletter issue': 'the issue ',
  'reply template': 'the reply template ',
  tag: 'the tag ',
  'tech stack': 'the tech stack ',
  testimonial: 'the testimonial of ',
}

function nameOf({ target, id, name }: Activity) {
  if (name !== null) return `${kinds[target] ?? ''}${name}`
  if (id === null) return target
  return `${/^[aeio]/.test(target) ? 'an' : 'a'} ${target}`
}

function Thing({ line }: { line: Activity }) {
  if (line.count !== null) return pluralize(line.count, line.target)
  const text = nameOf(line)
  const page = pageOf(line)
  if (!page) return text
  return (
    <Link to={page} className="font-medium text-primary underline-offset-4 hover:underline">
      {text}
    </Link>
  )
}

import { useQueries } from '@tanstack/react-query'
import { type Control, type UseFormRegisterReturn, useWatch } from 'react-hook-form'
import { parseApiError } from '#client/api/errors.ts'
import { readOptions, useRead } from '#client/api/queries.ts'
import { formatDate } from '#shared/format.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { FieldError, FieldHint } from '#ui/forms/field.tsx'

export type IssueValues = { subject: string; content: string; article_ids: string[] }

/** Without the status, editors would get their drafts, too. */
const newest = { page_size: 20, status: 'published' } as const

type IssueArticlesProps = {
  field: UseFormRegisterReturn & { error: string | undefined }
  control: Control<IssueValues>
  /** The ids of those that are saved with it. */
  saved: readonly number[]
}

/**
 * Chooses the articles of an issue from the newest that are published and all that are chosen already, in the order of
 * the list. A chosen one without a checkbox would be lost by the next tick of another, so none can be ticked before all
 * are there.
 */
export function IssueArticles(props: IssueArticlesProps) {
  const { control, saved } = props
  const { error, ...field } = props.field
  const list = useRead('news.list', newest)
  const typed = useWatch({ control, name: 'article_ids' })
  const chosen = [...new Set([...saved, ...typed.map(Number)])]
  const listed = list.data?.results ?? []
  const missing = list.data ? chosen.filter((one) => !listed.some(({ id }) => id === one)) : []
  const older = useQueries({ queries: missing.map((id) => readOptions('news.get', { id })) })
  // One that is gone can't be sent, and need not be kept.
  const failed = [list, ...older].find(
    (one) => !one.data && one.error && parseApiError(one.error).status !== 404,
  )
  const isLoading = [list, ...older].some(({ isPending }) => isPending)
  const articles = [...listed, ...older.flatMap(({ data }) => data ?? [])]

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-semibold text-sm">Articles</legend>
      {failed ? (
        <ErrorState text={parseApiError(failed.error).detail} onRetry={failed.refetch} />
      ) : isLoading ? (
        <SkeletonText lines={6} />
      ) : (
        articles.map(({ id, title, done_at }) => (
          <label key={id} className="flex min-h-6 items-start gap-2.5">
            <input
              {...field}
              type="checkbox"
              value={id}
              className="mt-[0.2em] size-5 shrink-0 rounded-sm accent-primary"
            />
            <span className="wrap-anywhere min-w-0">
              {title}{' '}
              <span className="whitespace-nowrap text-muted text-sm">{formatDate(done_at)}</span>
            </span>
          </label>
        ))
      )}
      <FieldHint id="issue-articles-hint">
        {!isLoading && !failed && articles.length === 0
          ? 'No article is published yet.'
          : undefined}
      </FieldHint>
      <FieldError id="issue-articles-error">{error}</FieldError>
    </fieldset>
  )
}

import { useRead } from '#client/api/queries.ts'
import { EditDialog } from '#client/resources/edit-dialog.tsx'
import { useSave } from '#client/resources/use-save.ts'
import { formatDate } from '#shared/format.ts'
import { FieldError, FieldHint } from '#ui/forms/field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import type { Issue } from '../issues-contract.ts'
import { issueTextMax } from '../validation.ts'

export const issueName = ({ subject }: Issue) => subject

const valuesOf = (issue: Issue | undefined) => ({
  subject: issue?.subject ?? '',
  text: issue?.text ?? '',
  article_ids: issue?.article_ids.map(String) ?? [],
})

const inputOf = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  article_ids: values.article_ids.map(Number),
})

/** The articles to choose from: the newest, and all that are chosen already. */
const newest = { page_size: 20 }

type IssueDialogProps = {
  /** The issue to edit; undefined begins a new one. */
  issue?: Issue
  onClose: () => void
}

/** An issue's words, and the articles that it links to in the order of the list. */
export function IssueDialog({ issue, onClose }: IssueDialogProps) {
  const save = useSave('newsletterIssues', inputOf)
  const { data } = useRead('news.list', newest)

  const articles = (data?.results ?? []).filter(
    ({ id, is_published }) => is_published || issue?.article_ids.includes(id),
  )
  return (
    <EditDialog
      noun="issue"
      savedBy="newsletterIssues.update"
      row={issue}
      rowName={issueName}
      {...{ valuesOf, save, onClose }}
    >
      {(field) => {
        const { error, ...articleField } = field('article_ids')
        return (
          <>
            <TextField {...field('subject')} label="Subject" maxLength={150} required />
            <TextArea
              {...field('text')}
              label="Text"
              hint="Stands before the articles. An empty line begins a paragraph."
              rows={6}
              maxLength={issueTextMax}
            />
            <fieldset className="flex flex-col gap-2">
              <legend className="mb-1.5 font-semibold text-sm">Articles</legend>
              {articles.map(({ id, title, done_at }) => (
                <label key={id} className="flex min-h-6 items-start gap-2.5">
                  <input
                    {...articleField}
                    type="checkbox"
                    value={id}
                    className="mt-[0.2em] size-5 shrink-0 rounded-sm accent-primary"
                  />
                  <span className="wrap-anywhere min-w-0">
                    {title}{' '}
                    <span className="whitespace-nowrap text-muted text-sm">
                      {formatDate(done_at)}
                    </span>
                  </span>
                </label>
              ))}
              <FieldHint id="issue-articles-hint">
                {articles.length === 0 ? 'No article is published yet.' : undefined}
              </FieldHint>
              <FieldError id="issue-articles-error">{error}</FieldError>
            </fieldset>
          </>
        )
      }}
    </EditDialog>
  )
}

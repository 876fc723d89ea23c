import { useRead } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { EditPage } from '#client/resources/edit-page.tsx'
import { RowGate } from '#client/resources/row-gate.tsx'
import { useSave } from '#client/resources/use-save.ts'
import { emailKilobytesMax } from '#shared/email-templates.ts'
import { formatDate } from '#shared/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FieldError, FieldHint } from '#ui/forms/field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import type { Issue } from '../issues-contract.ts'
import { issueName } from '../validation.ts'

const issuesPath = '/dashboard/newsletter/issues'

// The editor is as heavy as the rest of the dashboard.
const EmailTextField = lazyComponent(
  () => import('#client/rich-text/email-text-field.tsx'),
  'EmailTextField',
)

const valuesOf = (issue: Issue | undefined) => ({
  subject: issue?.subject ?? '',
  content: issue?.content ?? '',
  article_ids: issue?.article_ids.map(String) ?? [],
})

const inputOf = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  article_ids: values.article_ids.map(Number),
})

/** The articles to choose from: the newest, and all that are chosen already. */
const newest = { page_size: 20 }

/** Writes an issue that is not being sent yet. */
export const IssueEditor = ({ id }: { id: number }) => (
  <RowGate
    procedure="newsletterIssues.get"
    id={id}
    noun="issue"
    titleOf={issueName}
    listPath={issuesPath}
    isFresh
  >
    {(issue) =>
      issue.status === 'DRAFT' ? (
        <IssueTextForm issue={issue} />
      ) : (
        <EmptyState
          seed="sent-issue"
          title="This issue can no longer be changed"
          text="It was sent already, or is being sent."
          action={<ButtonLink to={issuesPath}>Back to the list</ButtonLink>}
        />
      )
    }
  </RowGate>
)

/**
 * An issue's words, and the articles that it links to in the order of the list. Without an issue it begins a new one.
 */
export function IssueTextForm({ issue }: { issue?: Issue }) {
  const user = useUser()
  const save = useSave('newsletterIssues', inputOf)
  const { data } = useRead('news.list', newest)

  const articles = (data?.results ?? []).filter(
    ({ id, is_published }) => is_published || issue?.article_ids.includes(id),
  )
  return (
    <EditPage
      noun="issue"
      savedBy="newsletterIssues.update"
      row={issue}
      rowName={issueName}
      list={{ path: issuesPath, title: 'Issues of the newsletter' }}
      keptAs={`${user.id} issue ${issue?.id ?? 'new'}`}
      valuesOf={valuesOf}
      save={save}
    >
      {(field, control) => {
        const { error, ...articleField } = field('article_ids')
        return (
          <>
            <TextField {...field('subject')} label="Subject" maxLength={150} required />
            <EmailTextField
              control={control}
              name="content"
              label="Text"
              hint={`Stands before the articles. The email has at most ${emailKilobytesMax} kB, some 2,000 words, and no pictures, so that it is read anywhere.`}
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
    </EditPage>
  )
}

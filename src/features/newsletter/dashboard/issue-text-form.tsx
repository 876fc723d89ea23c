import { EditPage } from '#client/resources/edit/edit-page.tsx'
import { useSave } from '#client/resources/edit/use-save.ts'
import { EmailTextField } from '#client/rich-text/email-text-field.tsx'
import { emailKilobytesMax } from '#shared/email-templates.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import type { Issue } from '../issues-contract.ts'
import { issueName } from '../validation.ts'
import { IssueArticles, type IssueValues } from './issue-articles.tsx'
import { issuesPath } from './issues-path.ts'

const valuesOf = (issue: Issue | undefined): IssueValues => ({
  subject: issue?.subject ?? '',
  content: issue?.content ?? '',
  article_ids: issue?.article_ids.map(String) ?? [],
})

const inputOf = (values: IssueValues) => ({
  ...values,
  article_ids: values.article_ids.map(Number),
})

/**
 * An issue's words, and the articles that it links to in the order of the list. Without an issue it begins a new one.
 */
export function IssueTextForm({ issue }: { issue?: Issue }) {
  const save = useSave('newsletterIssues', inputOf)
  return (
    <EditPage
      noun="issue"
      savedBy="newsletterIssues.update"
      row={issue}
      rowName={issueName}
      list={{ path: issuesPath, title: 'Issues of the newsletter' }}
      valuesOf={valuesOf}
      save={save}
    >
      {(field, control) => (
        <>
          <TextField {...field('subject')} label="Subject" maxLength={150} required />
          <EmailTextField
            control={control}
            name="content"
            label="Text"
            hint={`Stands before the articles. The email has at most ${emailKilobytesMax} kB, some 2,000 words, and no pictures, so that it is read anywhere.`}
          />
          <IssueArticles
            field={field('article_ids')}
            control={control}
            saved={issue?.article_ids ?? []}
          />
        </>
      )}
    </EditPage>
  )
}

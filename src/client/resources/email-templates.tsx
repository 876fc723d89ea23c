import { type ReactNode, useState } from 'react'
import type { ProcedureOutput } from '#client/api/queries.ts'
import {
  type EmailTemplate,
  emailTemplateRules,
  emailVariables,
  type StatusEmailKind,
  statusEmailKinds,
  statusEmailLabels,
} from '#shared/status-emails.ts'
import { validateField } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useNotifiedWrite } from './use-notified-write.ts'

type EmailTemplatesProps = {
  templateOf: (kind: StatusEmailKind) => EmailTemplate
  onChange: (kind: StatusEmailKind, template: EmailTemplate) => void
  /** The cohort whose applicants are written to; undefined for all. */
  cohort?: number
  /** The server's errors. */
  errorOf: (kind: StatusEmailKind) => string | undefined
  /** What stands before the fields of an email, such as whether it is the cohort's own. */
  before?: (kind: StatusEmailKind) => ReactNode
  /** Whether an email can be changed here. */
  isOwn?: (kind: StatusEmailKind) => boolean
}

type Previews = ProcedureOutput<'statusEmails.preview'>

/** The emails that tell applicants what is decided on them: one at a time, to edit, to look at and to try out. */
export function EmailTemplates(props: EmailTemplatesProps) {
  const { templateOf, onChange, cohort, errorOf, before, isOwn = () => true } = props
  const [kind, setKind] = useState<StatusEmailKind>('SHORTLISTED')
  const [previews, setPreviews] = useState<Previews>()
  const preview = useNotifiedWrite('statusEmails.preview')
  const test = useNotifiedWrite('statusEmails.test')
  const template = templateOf(kind)
  const change = (changes: Partial<EmailTemplate>) => onChange(kind, { ...template, ...changes })
  const problemOf = (field: 'subject' | 'text') =>
    validateField(emailTemplateRules[field], template[field].trim())
  const { subject, text } = template
  const written = { ...{ kind, subject, text }, ...(cohort && { cohort }) }

  return (
    <>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1.5 font-semibold text-sm">When an application is</legend>
        {statusEmailKinds.map((one) => (
          <Button
            key={one}
            size="sm"
            variant={one === kind ? 'primary' : 'secondary'}
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {statusEmailLabels[one]}
            {!templateOf(one).is_sent && <span className="font-normal"> · off</span>}
          </Button>
        ))}
      </fieldset>
      {before?.(kind)}
      {isOwn(kind) && (
        <div key={kind} className="flex flex-col gap-4">
          <CheckboxField
            label="The applicant is written to"
            hint="15 minutes after the decision, unless it is undone before. Whoever decides can leave it out."
            checked={template.is_sent}
            onChange={(event) => change({ is_sent: event.target.checked })}
          />
          <TextField
            label="Subject"
            value={subject}
            onChange={(event) => change({ subject: event.target.value })}
            error={problemOf('subject')}
            maxLength={150}
            required
          />
          <TextArea
            label="Text"
            hint="The greeting with the name stands before it, and our name below. An empty line begins a paragraph."
            value={text}
            onChange={(event) => change({ text: event.target.value })}
            error={problemOf('text')}
            rows={9}
            maxLength={4000}
            required
          />
        </div>
      )}
      <div className="flex flex-col gap-3">
        {errorOf(kind) && <FieldError id={`email-${kind}`}>{errorOf(kind)}</FieldError>}
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-muted text-sm">
          {Object.entries(emailVariables).map(([name, meaning]) => (
            <div key={name} className="contents">
              <dt className="font-mono">{`{${name}}`}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              void preview(written, (found) => {
                setPreviews(found)
                return { type: 'info', message: `As ${found.length} applicants would get it.` }
              })
            }
          >
            Preview
          </Button>
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              void test(written, ({ recipient }) => `A test is on its way to ${recipient}.`)
            }
          >
            Send me a test
          </Button>
        </div>
      </div>
      {previews && <PreviewDialog previews={previews} onClose={() => setPreviews(undefined)} />}
    </>
  )
}

/** An email as applicants would get it. */
const PreviewDialog = ({ previews, onClose }: { previews: Previews; onClose: () => void }) => (
  <Dialog
    isOpen
    onClose={onClose}
    size="lg"
    title={`Preview: ${previews[0]?.subject ?? 'nobody has applied yet'}`}
    description="Nothing is sent. Changes that are not saved yet are in it."
    actions={<Button onClick={onClose}>Close</Button>}
  >
    {previews.map(({ name, recipient, subject, html }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the previews never change
      <section key={index} aria-label={name}>
        <p className="wrap-anywhere mb-2 text-sm">
          <strong>{subject}</strong>, to <EmailText address={recipient} />
        </p>
        <iframe
          title={`Email to ${name}`}
          sandbox=""
          srcDoc={html}
          className="h-96 w-full rounded border border-line"
        />
      </section>
    ))}
  </Dialog>
)

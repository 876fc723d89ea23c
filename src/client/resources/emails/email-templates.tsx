import { type ReactNode, useState } from 'react'
import type { EmailTemplate, EmailVariables } from '#shared/email-templates.ts'
import { groupBy } from '#shared/older-browsers.ts'
import { type FieldRule, validateField } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceButtons } from '#ui/choice-buttons.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

type Preview = { name: string; recipient: string; subject: string; html: string }
type Written<Kind> = { kind: Kind } & Pick<EmailTemplate, 'subject' | 'text'>

/** How the emails of a resource are edited, where nothing of a row is known. */
export type EmailTemplatesProps<Kind extends string> = {
  templateOf: (kind: Kind) => EmailTemplate
  onChange: (kind: Kind, template: EmailTemplate) => void
  /** The server's errors. */
  errorOf: (kind: Kind) => string | undefined
  /** What stands before the fields of an email, such as whether it is the cohort's own. */
  before?: (kind: Kind) => ReactNode
  /** Whether an email can be changed here. */
  isOwn?: (kind: Kind) => boolean
  /** What an email says unless it is changed here. */
  standardOf: (kind: Kind) => EmailTemplate
}

type EmailKinds<Kind extends string> = {
  legend: string
  labels: Record<Kind, string>
  /** For more emails than there is room for buttons. */
  groups?: Record<Kind, string>
  first: Kind
  variablesOf: (kind: Kind) => EmailVariables
  rulesOf: (kind: Kind) => Record<'subject' | 'text', FieldRule>
  /** What is ticked where an email is sent; undefined where that is not decided here. */
  sentOf: (kind: Kind) => { label: string; hint: string } | undefined
  onPreview: (written: Written<Kind>, show: (previews: Preview[]) => void) => void
  onTest: (written: Written<Kind>) => void
}

/** Emails by templates: one at a time, to edit, to look at and to try out. */
export function EmailTemplates<Kind extends string>(
  props: EmailTemplatesProps<Kind> & EmailKinds<Kind>,
) {
  const { templateOf, onChange, errorOf, before, isOwn = () => true } = props
  const [kind, setKind] = useState<Kind>(props.first)
  const [previews, setPreviews] = useState<Preview[]>()
  const template = templateOf(kind)
  const change = (changes: Partial<EmailTemplate>) => onChange(kind, { ...template, ...changes })
  const problemOf = (field: 'subject' | 'text') =>
    validateField(props.rulesOf(kind)[field], template[field].trim())
  const { subject, text } = template
  const sent = props.sentOf(kind)
  const written = { kind, subject, text }
  const standard = props.standardOf(kind)
  const isStandard = subject === standard.subject && text === standard.text

  return (
    <>
      <KindChoice {...props} chosen={kind} onChoose={setKind} />
      {before?.(kind)}
      {isOwn(kind) ? (
        <div key={kind} className="flex flex-col gap-4">
          {sent && (
            <CheckboxField
              {...sent}
              checked={template.is_sent}
              onChange={(event) => change({ is_sent: event.target.checked })}
            />
          )}
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
      ) : (
        <div className="rounded bg-raised p-4 shadow-low">
          <p className="wrap-anywhere font-semibold">{subject}</p>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </div>
      )}
      <div className="flex flex-col gap-3">
        {errorOf(kind) && <FieldError id={`email-${kind}`}>{errorOf(kind)}</FieldError>}
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-muted text-sm empty:hidden">
          {Object.entries(isOwn(kind) ? props.variablesOf(kind) : {}).map(([name, meaning]) => (
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
            onClick={() => props.onPreview(written, setPreviews)}
          >
            Preview
          </Button>
          <Button variant="secondary" size="sm" onClick={() => props.onTest(written)}>
            Send me a test
          </Button>
          {isOwn(kind) && (
            <Button
              variant="secondary"
              size="sm"
              aria-disabled={isStandard}
              onClick={() => change({ subject: standard.subject, text: standard.text })}
            >
              Back to the standard text
            </Button>
          )}
        </div>
      </div>
      {previews && <PreviewDialog previews={previews} onClose={() => setPreviews(undefined)} />}
    </>
  )
}

type KindChoiceProps<Kind extends string> = EmailTemplatesProps<Kind> &
  EmailKinds<Kind> & { chosen: Kind; onChoose: (kind: Kind) => void }

function KindChoice<Kind extends string>(props: KindChoiceProps<Kind>) {
  const { legend, labels, groups, templateOf, errorOf, chosen, onChoose } = props
  const kinds = Object.keys(labels) as Kind[]
  const stateOf = (kind: Kind) =>
    errorOf(kind) ? ' · please correct' : templateOf(kind).is_sent ? '' : ' · off'
  if (groups) {
    return (
      <SelectField
        label={legend}
        value={chosen}
        onChange={(event) => onChoose(event.target.value as Kind)}
        className="max-w-md"
      >
        {[...groupBy(kinds, (kind) => groups[kind])].map(([group, some]) => (
          <optgroup key={group} label={group}>
            {some.map((kind) => (
              <option key={kind} value={kind}>
                {labels[kind] + stateOf(kind)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    )
  }
  return (
    <ChoiceButtons
      legend={legend}
      isLegendShown
      choices={kinds.map((kind) => ({
        value: kind,
        label: (
          <>
            {labels[kind]}
            {stateOf(kind) && <span className="font-normal">{stateOf(kind)}</span>}
          </>
        ),
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

/** An email as its recipients would get it. */
const PreviewDialog = ({ previews, onClose }: { previews: Preview[]; onClose: () => void }) => (
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

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { problemsOf } from '#client/api/errors.ts'
import { failureOf, notDone } from '#client/api/outcome.ts'
import { company, localTime } from '#shared/company.ts'
import { pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { notify } from '#ui/feedback/notify.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'
import type { ArticleFields, Draft } from '../../drafts-contract.ts'
import { checkElsewhere, checkOnSite, checkText, type Finding } from './checks.ts'
import type { Publication } from './use-publication.ts'

type PublishDialogProps = {
  fields: ArticleFields
  draft: Draft
  /** While a picture is on its way: the article would be published without it. */
  hasUpload: boolean
  publication: Publication
  onClose: () => void
}

/** Shows what readers would stumble over, and publishes now or at a time to come. */
export function PublishDialog(props: PublishDialogProps) {
  const { fields, draft, hasUpload, publication, onClose } = props
  const id = useId()
  const isPublic = draft.status === 'published'
  const [isLater, setIsLater] = useState(draft.status === 'scheduled')
  const [time, setTime] = useState(() => timeOf(draft))
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isUnmounted = useIsUnmounted()
  const { findings: found, isChecking } = useFindings(fields)
  const findings = hasUpload ? [pictureOnItsWay, ...found] : found
  const isIncomplete = findings.some(({ isMissing }) => isMissing)

  /** Whoever closed it while the article is being published would not hear that it failed. */
  const close = () => isBusy || onClose()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isIncomplete || isBusy) return
    if (isLater && time === '') return setProblem('Please choose a time.')
    setIsBusy(true)
    setProblem(undefined)
    try {
      await publication.makePublic(isLater ? `${time}:00${company.utcOffset}` : undefined)
      onClose()
    } catch (error) {
      if (isUnmounted.current) {
        const message = `“${fields.title}” ${notDone(error, 'was not')} published. ${problemsOf(error)}`
        notify({ type: 'error', message })
      } else setProblem(failureOf(error))
      setIsBusy(false)
    }
  }

  const actions = (
    <>
      <Button variant="secondary" onClick={close} aria-disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" form={id} isBusy={isBusy} aria-disabled={isIncomplete}>
        {isLater ? 'Schedule' : isPublic ? 'Publish changes' : 'Publish now'}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={close}
      title={isPublic ? 'Publish the changes?' : 'Publish the article?'}
      actions={actions}
    >
      <Findings findings={findings} isChecking={isChecking} />
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-3">
        {!isPublic && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-semibold text-sm">When</legend>
            {([false, true] as const).map((later) => (
              <label key={String(later)} className="flex min-h-9 items-center gap-2.5">
                <input
                  type="radio"
                  name="when"
                  checked={isLater === later}
                  onChange={() => setIsLater(later)}
                  className="size-4.5 accent-primary"
                />
                {later ? 'At a time to come' : 'Now'}
              </label>
            ))}
            {isLater && (
              <TextField
                label="Time of publication"
                hint="In Kigali time."
                type="datetime-local"
                value={time}
                min={localTime(new Date())}
                onChange={(event) => setTime(event.target.value)}
              />
            )}
          </fieldset>
        )}
        <FormError>{problem}</FormError>
      </form>
    </Dialog>
  )
}

const pictureOnItsWay: Finding = { isMissing: true, text: 'A picture is still on its way.' }

const timeOf = ({ status, published_at }: Draft) =>
  status === 'scheduled' && published_at ? localTime(new Date(published_at)) : ''

/** Asked once: other sites aren't asked again whenever the window gets the focus. */
const once = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY }

function useFindings(fields: ArticleFields) {
  const here = useQuery({
    ...once,
    queryKey: ['checks', 'here', fields.content, fields.banner],
    queryFn: () => checkOnSite(fields),
  })
  const elsewhere = useQuery({
    ...once,
    queryKey: ['checks', 'elsewhere', fields.content],
    queryFn: ({ signal }) => checkElsewhere(fields.content, signal),
  })
  const unchecked = [
    ...(here.isError ? ['Links within the site and pictures could not be checked.'] : []),
    ...(elsewhere.isError ? ['Links to other sites could not be checked.'] : []),
  ]
  return {
    findings: [
      ...[checkText(fields), here.data ?? [], elsewhere.data ?? []].flat(),
      ...unchecked.map((text): Finding => ({ isMissing: false, text })),
    ],
    isChecking: here.isPending || elsewhere.isPending,
  }
}

/** Keeps its height: what is found late would move the buttons below it under a press. */
const Findings = ({ findings, isChecking }: ReturnType<typeof useFindings>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
  <section aria-label="Checks" tabIndex={0} className="flex h-36 flex-col gap-2 overflow-y-auto">
    <p
      role="status"
      className={classNames(
        'sticky top-0 rounded px-4 py-2 text-sm',
        findings.length > 0 ? 'bg-warning-soft text-warning' : 'bg-success-soft text-success',
      )}
    >
      {isChecking
        ? 'Checking links and pictures…'
        : findings.length > 0
          ? `${pluralize(findings.length, 'thing')} to look at`
          : 'Texts, headings, pictures and links are in order.'}
    </p>
    {findings.length > 0 && (
      <ul
        aria-label="To look at"
        className="flex flex-col gap-1.5 rounded bg-warning-soft px-4 py-3 text-sm"
      >
        {findings.map(({ text, isMissing }) => (
          <li
            key={text}
            className={classNames(
              'wrap-anywhere',
              isMissing ? 'font-semibold text-error' : 'text-warning',
            )}
          >
            {text}
          </li>
        ))}
      </ul>
    )}
  </section>
)

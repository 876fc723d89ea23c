import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useWrite } from '#client/api/queries.ts'
import { Presence } from '#client/resources/edit/presence.tsx'
import { RestoredNotice } from '#client/resources/edit/restored-notice.tsx'
import { StaleNotice } from '#client/resources/edit/stale-notice.tsx'
import { type EditField, useEditForm } from '#client/resources/edit/use-edit-form.ts'
import { useTabKey } from '#client/resources/tab-store.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { formatDateTime } from '#shared/format.ts'
import type { SettingSection } from '#shared/settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ExternalLink, History } from '#ui/icons.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { useDiscardQuestion } from '#ui/overlays/use-discard-question.tsx'
import type { SavedSection } from '../contract.ts'
import { sectionTexts } from './setting-labels.ts'

const SettingHistory = lazyComponent(() => import('./setting-history.tsx'), 'SettingHistory')

type SectionFields<Values extends FieldValues> = {
  field: EditField<Values>
  form: Pick<
    UseFormReturn<Values>,
    'control' | 'register' | 'watch' | 'getFieldState' | 'formState'
  >
  /** Replaces fields by values that no input has typed, such as a list in another order. */
  replace: (values: Partial<Values>) => void
}

type SectionFormProps<Values extends FieldValues> = {
  section: SettingSection
  row: Values & SavedSection
  /** Uses all of a very wide screen, for `FormHalves`. */
  isWide?: boolean
  save: (input: Values & { expected_updated_at: string }) => Promise<Values & SavedSection>
  children: (fields: SectionFields<Values>) => ReactNode
}

const isLater = (one: SavedSection, other: SavedSection) =>
  Date.parse(one.updated_at) > Date.parse(other.updated_at)

/** One section of the settings, which is saved on its own. What was saved can be undone, and is in the history. */
export function SectionForm<Values extends FieldValues>(props: SectionFormProps<Values>) {
  const { section, row, isWide = false, children } = props
  const { text, page } = sectionTexts[section]
  const restore = useWrite('settings.restore')
  const { strip, show } = useUndoStrip()
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  /** The version that the form was filled with. */
  const edited = useRef(row)

  const { form, field, load, forget, restored, isSent, conflict } = useEditForm<
    Values & SavedSection,
    Values
  >(
    {
      row,
      keptAs: useTabKey(`settings ${section}`),
      valuesOf: (version) => valuesOf(version ?? row),
      save: (values, seen = row) => props.save({ ...values, expected_updated_at: seen.updated_at }),
    },
    showSaved,
  )

  function showSaved(saved: Values & SavedSection, isTypedOn: boolean) {
    const before = edited.current
    if (isTypedOn) edited.current = saved
    else edit(saved)
    if (!isLater(saved, before)) return show({ text: 'Nothing had changed.' })
    show({ text: sectionTexts[section].saved, undo: () => bringBack(before, saved) })
  }

  /** Undoes a change, unless somebody has saved since. */
  async function bringBack({ revision }: SavedSection, now: SavedSection) {
    await restore.mutateAsync({ section, revision, expected_updated_at: now.updated_at })
    return 'What was there before is back.'
  }

  const replace = (values: Partial<Values>) =>
    form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true })

  function edit(version: Values & SavedSection) {
    edited.current = version
    load(version)
  }

  const { isBusy, isDirty } = form
  // Shows what was saved elsewhere, as long as nothing is typed here: otherwise saving tells.
  useEffect(() => {
    if (!isDirty && !isBusy && isLater(row, edited.current)) edit(row)
  })
  const { question } = useDiscardQuestion({
    isDirty,
    isBusy,
    onDiscard() {
      edit(row)
      forget()
    },
    isSent,
  })

  return (
    <div className={classNames('max-w-4xl', isWide && 'min-[100rem]:max-w-none')}>
      <p className="text-muted">{text}</p>
      <Presence kind="settings.restore" id={section} className="min-h-8 py-1" />
      {strip}
      <RestoredNotice restored={restored} />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-8">
        {children({ field, form, replace })}
        <FormError>{conflict ? <StaleNotice {...conflict} /> : form.problem}</FormError>
        <div className="flex flex-wrap items-center gap-3 border-line border-t pt-5">
          <Button type="submit" isBusy={isBusy}>
            Save
          </Button>
          {page && (
            <a
              href={page}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'secondary' })}
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              See it on the site
              <span className="sr-only"> (in a new tab)</span>
            </a>
          )}
          <Button variant="quiet" onClick={() => setIsHistoryOpen(true)}>
            <History aria-hidden="true" className="size-4" />
            History
          </Button>
          <p className="text-muted text-sm">{savedText(row)}</p>
        </div>
      </form>
      {isHistoryOpen && (
        <SettingHistory
          section={section}
          row={row}
          isDirty={isDirty}
          onRestored={(before, now) =>
            show({ text: 'The earlier version is back.', undo: () => bringBack(before, now) })
          }
          onClose={() => setIsHistoryOpen(false)}
        />
      )}
      {question}
    </div>
  )
}

function valuesOf<Values extends FieldValues>(version: Values & SavedSection): Values {
  const { updated_at, updated_by, revision, ...values } = version
  return values as unknown as Values
}

const savedText = ({ updated_at, updated_by }: SavedSection) =>
  updated_by ? `Saved on ${formatDateTime(updated_at)} by ${updated_by}` : 'As delivered'

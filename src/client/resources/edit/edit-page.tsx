import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Control, FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { useDiscardQuestion } from '#ui/overlays/use-discard-question.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useIsStaying } from '#ui/use-is-staying.ts'
import type { ProcedureName } from '../../api/queries.ts'
import { BackLink } from '../page/back-link.tsx'
import { useTabKey } from '../tab-store.ts'
import { notifySaved } from './notify-saved.ts'
import { Presence } from './presence.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { type EditField, type EditOptions, useEditForm } from './use-edit-form.ts'

type EditPageProps<Row, Values extends FieldValues> = Omit<EditOptions<Row, Values>, 'keptAs'> & {
  /** The singular name of a row, such as 'event'. */
  noun: string
  /** The procedure that saves a row: whoever may call it sees who else edits the row. */
  savedBy: ProcedureName
  rowName: (row: Row) => string
  /** With the query of the list where the URL has another one. */
  list: { path: string; title: string; search?: string }
  /** The id of the row that a new one is a copy of. */
  copyOf?: number
  /** Uses all of a very wide screen, for `FormHalves`. */
  isWide?: boolean
  /** The fields; `field('name')` gives the props of one, `control` is for those that are no native inputs. */
  children: (field: EditField<Values>, control: Control<Values>) => ReactNode
}

/**
 * Creates or edits a row on its own page, when it has too many fields for `EditDialog`. Returns to the list. The tab
 * keeps what is typed until it is saved or discarded.
 */
export function EditPage<Row extends { id: number | string }, Values extends FieldValues>(
  props: EditPageProps<Row, Values>,
) {
  const { row, noun, savedBy, rowName, list, copyOf, valuesOf, isWide = false, children } = props
  const { search } = useListUrl()
  const navigate = useNavigate()
  const isStaying = useIsStaying()
  const listPath = `${list.path}${list.search ?? search}`
  const keptAs = useTabKey(`${savedBy} ${row?.id ?? (copyOf ? `copy of ${copyOf}` : 'new')}`)
  const { form, field, forget, edited, restored, isSent, conflict } = useEditForm(
    { ...props, keptAs },
    (saved, isTypedOn) => {
      notifySaved(rowName(saved), isTypedOn)
      if (isTypedOn) return
      // Clears `isDirty` before the navigation, so that nothing asks whether to discard the changes.
      flushSync(() => form.reset(valuesOf(saved)))
      if (isStaying()) navigate(listPath)
    },
  )
  const { isBusy, isDirty } = form
  const { question } = useDiscardQuestion({
    isDirty,
    isBusy,
    onDiscard: forget,
    isSent,
  })
  return (
    <>
      <div className="mb-4 flex items-center gap-4">
        <nav aria-label={list.title}>
          <BackLink to={listPath} />
        </nav>
        {edited && (
          <Presence
            kind={savedBy}
            id={edited.id}
            className="min-w-0 flex-1 max-sm:*:line-clamp-2 max-sm:*:whitespace-normal"
          />
        )}
      </div>
      <PageHeading title={edited ? `Edit ${rowName(edited)}` : `New ${noun}`} />
      <RestoredNotice restored={restored} />
      <form
        noValidate
        onSubmit={form.submit}
        className={classNames('flex max-w-3xl flex-col gap-4', isWide && 'min-[100rem]:max-w-none')}
      >
        {children(field, form.control)}
        <FormError>{conflict ? <StaleNotice {...conflict} /> : form.problem}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isBusy={isBusy}>
            {edited ? 'Save' : `Create ${noun}`}
          </Button>
          <ButtonLink variant="secondary" to={listPath}>
            Cancel
          </ButtonLink>
        </div>
      </form>
      {question}
    </>
  )
}

import { classNames } from '../class-names.ts'
import type { RowId, Selection } from './selection.ts'

export const selectPage = 'Select all on this page'

type PageCheckboxProps = {
  /** On wide screens as well: where there is no table with a head. */
  isAlways?: boolean
  isChecked: boolean
  isIndeterminate: boolean
  isDisabled: boolean
  onChange: (isChecked: boolean) => void
}

/**
 * What the checkbox for all rows of a page shows and does.
 * @param rows undefined while they are loading
 */
export function pageBoxOf<Id extends RowId>(
  selection: Selection<Id>,
  rows: readonly { id: Id }[] | undefined,
  isStale = false,
) {
  const ticked = rows?.filter(({ id }) => selection.has(id)).length ?? 0
  return {
    isChecked: ticked > 0 && ticked === rows?.length,
    isIndeterminate: ticked > 0 && ticked < (rows?.length ?? 0),
    isDisabled: rows === undefined || isStale,
    onChange: selection.togglePage,
  }
}

/** Selects all rows of the page on small screens, where the table has no head with a checkbox. */
export function PageCheckbox(props: PageCheckboxProps) {
  const { isChecked, isIndeterminate, isDisabled, onChange } = props
  return (
    <label
      className={classNames(
        'mb-2 flex min-h-10 w-fit items-center gap-3 text-sm',
        props.isAlways ? 'pl-1' : 'pl-4.5 sm:hidden',
      )}
    >
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        ref={(box) => {
          if (box) box.indeterminate = isIndeterminate
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 accent-primary"
      />
      {selectPage}
    </label>
  )
}

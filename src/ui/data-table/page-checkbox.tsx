export const selectPage = 'Select all on this page'

type PageCheckboxProps = {
  isChecked: boolean
  isIndeterminate: boolean
  isDisabled: boolean
  onChange: (isChecked: boolean) => void
}

/** Selects all rows of the page on small screens, where the table has no head with a checkbox. */
export function PageCheckbox(props: PageCheckboxProps) {
  const { isChecked, isIndeterminate, isDisabled, onChange } = props
  return (
    <label className="mb-2 flex min-h-10 items-center gap-3 pl-4.5 text-sm sm:hidden">
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

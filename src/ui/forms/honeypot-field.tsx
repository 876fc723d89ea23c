import type { ComponentProps } from 'react'

/** A field that people neither see nor reach, for programs that fill in everything: what has it filled is held back. */
export function HoneypotField(props: ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input type="text" name="website" tabIndex={-1} autoComplete="off" {...props} />
      </label>
    </div>
  )
}

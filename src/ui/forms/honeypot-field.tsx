import type { ComponentProps } from 'react'

/** The honeypot: a hidden field that only bots fill in. A form with a value in it counts as spam. */
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

import { type ComponentProps, useState } from 'react'
import { Eye, EyeOff } from '#ui/icons.ts'
import { TextField } from './text-field.tsx'

/** A password input with a button that shows or hides the password. Props as for `TextField`. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const toggle = (
    <button
      type="button"
      aria-label="Show the password"
      aria-pressed={isShown}
      onClick={() => setIsShown(!isShown)}
      className="noscript:hidden grid size-9 place-items-center rounded-sm text-muted hover:text-text"
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </button>
  )
  return <TextField {...props} type={isShown ? 'text' : 'password'} after={toggle} />
}

import { useSyncExternalStore } from 'react'
import { Monitor, Moon, Sun } from '#ui/icons.ts'
import { useMenuParts } from '#ui/overlays/menu-parts.ts'

const looks = {
  system: { label: 'System', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
}

/** The choice of the colour scheme: system, light or dark; inside a menu. */
export function SchemeChoice() {
  const [scheme, setScheme] = useScheme()
  const { RadioGroup, RadioItem } = useMenuParts()
  return (
    <RadioGroup
      value={scheme}
      onValueChange={(value: Scheme) => setScheme(value)}
      aria-label="Colour scheme"
      className="grid grid-cols-3 gap-1 px-1.5 py-1"
    >
      {schemes.map((value) => {
        const { label, icon: Icon } = looks[value]
        return (
          <RadioItem
            key={value}
            value={value}
            className="grid cursor-pointer justify-items-center gap-1 rounded-sm px-2 py-1.5 text-xs outline-none data-checked:bg-sand data-highlighted:bg-primary-soft data-checked:font-semibold"
          >
            <Icon aria-hidden="true" className="size-4" />
            {label}
          </RadioItem>
        )
      })}
    </RadioGroup>
  )
}

const schemes = ['system', 'light', 'dark'] as const
type Scheme = (typeof schemes)[number]

let scheme: Scheme = 'system'
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The colour scheme: the system's, or the one chosen here. The choice lasts until the page is reloaded, because the
 * site stores only the sign-in state in the browser.
 */
function useScheme() {
  const current = useSyncExternalStore(subscribe, () => scheme)
  return [current, setScheme] as const
}

/** Sets the colour scheme until the page is reloaded. */
export function setScheme(next: Scheme) {
  scheme = next
  const { dataset } = document.documentElement
  if (next === 'system') delete dataset.theme
  else dataset.theme = next
  for (const listener of listeners) listener()
}

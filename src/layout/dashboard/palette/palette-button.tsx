import { useState } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Search } from '#ui/icons.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'

const load = () => import('./palette-window.tsx')
const PaletteWindow = lazyComponent(load, 'PaletteWindow')

/** The command palette, by Ctrl+K or one of two buttons: in the sidebar, and in the head of small screens. */
export function usePalette() {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  const loadAhead = () => void load().catch(() => {})
  useShortcuts([
    { key: 'k', isWithCtrl: true, does: 'Go to a screen, a person or a text', run: open },
  ])
  const props = {
    ...({ type: 'button', 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'Control+K' } as const),
    onClick: open,
    onPointerEnter: loadAhead,
    onFocus: loadAhead,
  }
  return {
    wideButton: (
      <button
        {...props}
        className="mx-3 mb-3 flex min-h-10 items-center gap-3 rounded px-3 text-muted text-sm ring-1 ring-line ring-inset hover:bg-text/8 hover:text-text"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        Go to or do
        <span aria-hidden="true" className="ml-auto text-xs">
          Ctrl K
        </span>
      </button>
    ),
    button: (
      <button
        {...props}
        aria-label="Go to or do"
        className={buttonClass({ variant: 'quiet', size: 'icon' })}
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
    ),
    window: isOpen && <PaletteWindow onClose={() => setIsOpen(false)} />,
  }
}

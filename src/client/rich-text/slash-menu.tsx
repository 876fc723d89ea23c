import { createPortal } from 'react-dom'
import { classNames } from '#ui/class-names.ts'
import type { SlashMenuState } from './block-choices.ts'

/** The kinds of blocks below the `/` that was typed. The editor keeps the focus, and gives the keys. */
export function SlashMenu({ menu }: { menu: SlashMenuState | undefined }) {
  if (!menu?.at) return null
  const { choices, selected, choose, at } = menu
  const isLow = at.bottom > innerHeight - 320
  const place = isLow ? { bottom: innerHeight - at.top + 6 } : { top: at.bottom + 6 }
  return createPortal(
    <div
      role="listbox"
      aria-label="Blocks"
      className="fixed z-40 max-h-76 w-60 overflow-y-auto rounded bg-raised p-1.5 text-text shadow-high ring-1 ring-control/50"
      style={{ left: Math.max(8, Math.min(at.left, innerWidth - 248)), ...place }}
    >
      {choices.map(({ label, shortcut }, index) => (
        <div
          key={label}
          role="option"
          tabIndex={-1}
          aria-selected={index === selected}
          ref={index === selected ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
          // A click would take the focus from the text first.
          onPointerDown={(event) => {
            event.preventDefault()
            choose(index)
          }}
          className={classNames(
            'flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 text-sm',
            index === selected ? 'bg-primary-soft' : 'hover:bg-sand',
          )}
        >
          {label}
          {shortcut && <kbd className="font-mono text-muted text-xs">{shortcut}</kbd>}
        </div>
      ))}
    </div>,
    document.body,
  )
}

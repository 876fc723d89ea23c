import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { CrossIcon } from '../cross-icon.tsx'

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Buttons at the right end of the last row. */
  actions?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /**
   * What gets the focus back after an earlier dialog, which had it when this one opened; false where `focusFirst` gives
   * it back.
   */
  finalFocus?: false | RefObject<HTMLElement | null>
  children?: ReactNode
}

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' }

/** What `Dialog` shows. It is a file of its own because it imports base-ui. */
export function DialogWindow(props: DialogProps) {
  const { isOpen, onClose, title, description, actions, size = 'md', children } = props
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/55 transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            finalFocus={props.finalFocus}
            className={classNames(
              'relative flex w-full flex-col gap-4 rounded bg-raised p-5 text-text shadow-high outline-none sm:p-7',
              'transition-[opacity,translate] duration-300 data-ending-style:opacity-0',
              'data-starting-style:translate-y-4 data-starting-style:opacity-0',
              widths[size],
            )}
          >
            <div className="flex items-start justify-between gap-4">
              <Base.Title className="pt-1 font-bold text-xl">{title}</Base.Title>
              <Base.Close
                aria-label="Close"
                className="-mt-1 -mr-2 grid size-10 shrink-0 place-items-center rounded text-muted hover:bg-sand hover:text-text"
              >
                <CrossIcon />
              </Base.Close>
            </div>
            {description && (
              <Base.Description className="-mt-2 text-muted">{description}</Base.Description>
            )}
            {children}
            {actions && (
              <div className="mt-2 flex flex-wrap items-center justify-end gap-3">{actions}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

import { type ReactNode, type SyntheticEvent, useId, useRef } from 'react'
import { CrossIcon } from '../cross-icon.tsx'
import { useModal } from './use-modal.ts'

type ModalProps = {
  title: string
  description?: string
  /** Called by the close button, Escape and a press outside: the dialog stays open until it isn't rendered any more. */
  onClose: () => void
  /** Finds what gets the focus, instead of the close button. */
  first?: (dialog: HTMLDialogElement) => HTMLElement | null
  /** With the width. */
  className: string
  children: ReactNode
}

/** A dialog of public pages, which are lighter without base-ui. It is open while it is rendered. */
export function Modal({ title, description, onClose, first, className, children }: ModalProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressedOutside = useRef(false)
  useModal(dialog, first ?? (() => null))

  /** Only the backdrop is the dialog itself. A text that is selected beyond the dialog's edge is pressed within it. */
  const isBackdrop = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget

  /** Browsers close a dialog that has refused to be closed once. */
  function stayOpen() {
    dialog.current?.showModal()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape, which the browser takes
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description && `${id}-text`}
      onPointerDown={(event) => {
        isPressedOutside.current = isBackdrop(event)
      }}
      onClick={(event) => {
        if (isPressedOutside.current && isBackdrop(event)) onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        if (event.cancelable) onClose()
      }}
      onClose={stayOpen}
      className={`m-auto animate-rise overscroll-contain rounded bg-raised p-0 text-text shadow-high backdrop:bg-black/55 ${className}`}
    >
      <div className="flex flex-col gap-4 p-5 sm:p-7">
        <div className="flex items-start justify-between gap-4">
          <h2 id={`${id}-title`} className="pt-1 text-xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-mt-1 -mr-2 grid size-10 shrink-0 place-items-center rounded text-muted hover:bg-sand hover:text-text"
          >
            <CrossIcon />
          </button>
        </div>
        {description && (
          <p id={`${id}-text`} className="-mt-2 text-muted">
            {description}
          </p>
        )}
        {children}
      </div>
    </dialog>
  )
}

import { Dialog } from '@base-ui/react/dialog'
import { Logo } from '#layout/logo.tsx'
import { buttonClass } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { SideNavigation } from './side-navigation.tsx'

/** The navigation of small screens. */
export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/55 transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="scheme-dark fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col gap-6 overflow-y-auto bg-ink p-4 shadow-high outline-none transition-[translate] duration-300 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex items-center justify-between pl-3">
            <Dialog.Title className="sr-only">Navigation</Dialog.Title>
            <Logo />
            <Dialog.Close
              aria-label="Close the navigation"
              className={buttonClass({ variant: 'quiet', size: 'icon' })}
            >
              <CrossIcon />
            </Dialog.Close>
          </div>
          <SideNavigation onFollow={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

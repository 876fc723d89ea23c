import { useState } from 'react'
import { lazyComponent } from '../lazy/lazy-component.tsx'
import { useShortcuts } from './shortcuts.ts'

const ShortcutsDialog = lazyComponent(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

/** Opens the list of shortcuts by `?`, on every screen. */
export function ShortcutsHelp() {
  const [isOpen, setIsOpen] = useState(false)
  useShortcuts([
    { key: '?', does: 'Show these shortcuts', run: () => setIsOpen(true) },
    { key: 'Enter', isWithCtrl: true, does: 'Send the form of a dialog' },
  ])
  return isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />
}

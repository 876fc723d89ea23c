import { lazy, Suspense, useState } from 'react'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { useShortcuts } from './shortcuts.ts'

const ShortcutsDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./shortcuts-dialog.tsx'))).ShortcutsDialog,
}))

/** Opens the list of shortcuts by `?`, on every screen. */
export function ShortcutsHelp() {
  const [isOpen, setIsOpen] = useState(false)
  useShortcuts([{ key: '?', does: 'Show these shortcuts', run: () => setIsOpen(true) }])
  return <Suspense>{isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />}</Suspense>
}

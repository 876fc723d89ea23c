import { useNavigation } from 'react-router'

/** A line along the top while the next page is slow to come; a quick one never shows it. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left animate-advance bg-accent"
    />
  )
}

import { useEffect, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'
import { startNotifications } from '#ui/feedback/notification-panel.ts'

/** React leaves alone what is in it. */
const leftAlone = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true }

/**
 * The notifications panel, once per page; `className` places it. Its two live regions are empty at first, because
 * screen readers only announce additions to a region that exists already.
 */
export function Notifications({ className }: { className: string }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => (panel.current ? startNotifications(panel.current) : undefined), [])
  return (
    <section
      ref={panel}
      aria-label="Notifications"
      data-notifications=""
      data-plain=""
      className={classNames('pointer-events-none @container z-50 flex flex-col', className)}
    >
      <div role="alert" {...leftAlone} />
      <div role="status" {...leftAlone} />
    </section>
  )
}

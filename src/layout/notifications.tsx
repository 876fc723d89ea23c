import { useEffect, useState, useSyncExternalStore } from 'react'
import { classNames } from '#ui/class-names.ts'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { dismiss, type Notification, notificationStore } from '#ui/feedback/notify.ts'

const none: readonly Notification[] = []

/**
 * The notifications panel, once per page; `className` places it. Its two live regions are rendered empty at first, because screen readers only
 * announce additions to a region that exists already.
 */
export function Notifications({ className }: { className: string }) {
  const { subscribe, getSnapshot } = notificationStore
  const notifications = useSyncExternalStore(subscribe, getSnapshot, () => none)
  const [isHeld, setIsHeld] = useState(false)
  const oldest = notifications.find(({ durationMs }) => durationMs < Infinity)

  useEffect(() => {
    if (!oldest || isHeld) return
    const timer = setTimeout(() => dismiss(oldest.id), oldest.durationMs)
    return () => clearTimeout(timer)
  }, [oldest, isHeld])

  /** Resets `isHeld`: the button is removed with its notification, without a `pointerleave` or `blur` event. */
  function close(id: number) {
    dismiss(id)
    setIsHeld(false)
  }

  return (
    <section
      aria-label="Notifications"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={classNames('pointer-events-none @container z-50 flex flex-col', className)}
    >
      <div role="alert">
        <List
          notifications={notifications.filter(({ type }) => type === 'error')}
          onClose={close}
        />
      </div>
      <div role="status">
        <List
          notifications={notifications.filter(({ type }) => type !== 'error')}
          onClose={close}
        />
      </div>
    </section>
  )
}

const looks = {
  success: { className: 'bg-success-soft text-success', mark: 'm4 10.5 4 4 8-9' },
  error: { className: 'bg-error-soft text-error', mark: 'M10 4v7m0 3.2v1.8' },
  info: { className: 'bg-info-soft text-info', mark: 'M10 9v7m0-12v1.8' },
}

type ListProps = { notifications: readonly Notification[]; onClose: (id: number) => void }

function List({ notifications, onClose }: ListProps) {
  return notifications.map(({ id, type, message, action }) => (
    <div
      key={id}
      data-notification={type}
      className={classNames(
        // One at a time on small screens, where several would cover the form.
        'max-lg:not-first:hidden',
        'pointer-events-auto mb-3 flex animate-rise items-start gap-3 rounded p-3 pl-4 shadow-high',
        '@max-2xs:gap-2 @max-2xs:p-2 @max-2xs:pl-3 @max-2xs:text-sm',
        'ring-1 ring-current/25 ring-inset',
        looks[type].className,
      )}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="mt-1 size-5 shrink-0 fill-none stroke-current stroke-[2.5]"
      >
        <path d={looks[type].mark} />
      </svg>
      <div className="min-w-0 grow py-0.5 text-text">
        <p className="font-medium">{message}</p>
        {action && (
          <button
            type="button"
            onClick={action.onPress}
            className="min-h-8 font-semibold underline underline-offset-4"
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Close notification"
        onClick={() => onClose(id)}
        className="grid size-8 shrink-0 place-items-center rounded-sm text-text hover:bg-text/10"
      >
        <CrossIcon />
      </button>
    </div>
  ))
}

import { formatLocalDate } from '#shared/format.ts'
import { type SuppressionReason, suppressionLabels } from '#shared/suppression.ts'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { useNotifiedWrite } from '../../api/use-notified-write.ts'

type Suppression = { id: number; reason: SuppressionReason; detail: string; created_at: string }

/** Why an address gets no emails, below its status; nothing where it does. */
export function SuppressionNote({ suppression }: { suppression: Suppression | null }) {
  if (!suppression) return null
  const { reason, detail, created_at } = suppression
  return (
    <span className="mt-1 block min-w-40 text-error text-xs" title={detail || undefined}>
      Gets no emails since {formatLocalDate(created_at)}: {suppressionLabels[reason]}
    </span>
  )
}

/** The item of a row's menu that lets a suppressed address get emails again. */
export function useLift() {
  const lift = useNotifiedWrite('outbox.lift')
  return (email: string, suppression: Suppression | null) =>
    suppression && (
      <MenuItem
        onSelect={() =>
          void lift({ id: suppression.id }, () => `${email} is written to again from now on.`)
        }
      >
        Write to it again
      </MenuItem>
    )
}

import { useUser } from '#client/api/use-auth-state.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { ChevronDown } from '#ui/icons.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import type { Application } from '../contract.ts'
import { useAssignment, useColleagues } from './use-colleagues.ts'

type AssigneeMenuProps = { application: Application; show: ShowChange }

/** Who takes care of an application, changed with two clicks. */
export function AssigneeMenu({ application, show }: AssigneeMenuProps) {
  const { id: own } = useUser()
  const colleagues = useColleagues()
  const assign = useAssignment(show)
  const { assignee } = application
  const now = assignee ? (assignee.id === own ? 'you' : assignee.name) : 'nobody'
  return (
    <Menu
      trigger={
        <>
          <span className="max-w-52 truncate print:hidden">Assigned to {now}</span>
          <span className="hidden print:inline">Assigned to {assignee?.name ?? now}</span>
          <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 opacity-70 print:hidden" />
        </>
      }
      triggerLabel={`${fullName(application)} is assigned to ${now}`}
      look="on-paper inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 text-muted text-xs font-semibold ring-1 ring-line hover:ring-control aria-expanded:ring-control"
      align="start"
    >
      {colleagues
        ?.filter(({ id }) => id !== assignee?.id)
        .map((one) => (
          <MenuItem key={one.id} onSelect={() => assign(application, one)}>
            {one.id === own ? `${one.name} (me)` : one.name}
          </MenuItem>
        ))}
      {assignee && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => assign(application, null)}>Nobody</MenuItem>
        </>
      )}
    </Menu>
  )
}

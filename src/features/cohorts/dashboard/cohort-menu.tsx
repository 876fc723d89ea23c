import { Ellipsis } from 'lucide-react'
import { parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import { notify } from '#ui/feedback/notify.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import type { Cohort } from '../contract.ts'
import { closingTime } from '../deadline.ts'

type CohortMenuProps = { cohort: Cohort; onEdit: () => void; onDelete: () => void }

/** What is said of a cohort that was opened or closed: an open one may still take nobody. */
function told(cohort: Cohort, status: 'open' | 'closed') {
  if (status === 'open' && closingTime(cohort) <= new Date()) {
    const message = `${cohort.name} is open, but nobody can apply: its deadline has passed.`
    return { type: 'info', message } as const
  }
  if (status === 'open' && cohort.status === 'full') {
    const message = `${cohort.name} is open, but nobody can apply: it is full.`
    return { type: 'info', message } as const
  }
  return { type: 'success', message: `${cohort.name} is ${status} now.` } as const
}

/** What one can do with a cohort; opening and closing it is one press. */
export function CohortMenu({ cohort, onEdit, onDelete }: CohortMenuProps) {
  const update = useWrite('cohorts.update')
  const { id, name } = cohort
  const isOpen = cohort.status === 'open' || cohort.status === 'full'

  async function setStatus(status: 'open' | 'closed') {
    try {
      const changed = await update.mutateAsync({ id, status })
      notify(told(changed, status))
    } catch (error) {
      notify({ type: 'error', message: parseApiError(error).detail })
    }
  }

  return (
    <Menu
      size="icon"
      triggerLabel={`Actions for ${name}`}
      trigger={<Ellipsis aria-hidden="true" className="size-5" />}
    >
      <MenuItem onSelect={onEdit}>Edit</MenuItem>
      {isOpen ? (
        <MenuItem onSelect={() => setStatus('closed')}>Close registration</MenuItem>
      ) : (
        <MenuItem onSelect={() => setStatus('open')}>Open registration</MenuItem>
      )}
      <MenuLink to={`/dashboard/applications?cohort_id=${id}`}>Applications</MenuLink>
      <MenuSeparator />
      <MenuItem onSelect={onDelete} isDanger>
        Delete
      </MenuItem>
    </Menu>
  )
}

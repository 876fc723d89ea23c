import { ChevronDown } from 'lucide-react'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import type { Talent } from '../contract.ts'
import { statusOptions } from './status-badge.tsx'
import { useChangeStatus } from './use-change-status.ts'

/** The statuses that a talent has not, to choose from. */
export function StatusMenu({ talent }: { talent: Talent }) {
  const changeStatus = useChangeStatus()
  const trigger = (
    <>
      Change status
      <ChevronDown aria-hidden="true" className="-mr-1 size-4" />
    </>
  )
  return (
    <Menu trigger={trigger} variant="primary">
      {statusOptions
        .filter(({ value }) => value !== talent.status)
        .map(({ value, label }) => (
          <MenuItem key={value} onSelect={() => changeStatus(talent, value)}>
            {label}
          </MenuItem>
        ))}
    </Menu>
  )
}

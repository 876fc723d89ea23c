import { ChevronDown } from 'lucide-react'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { statusOptions } from '#ui/status-badge.tsx'
import type { Talent } from '../contract.ts'
import { talentStatusLooks, useTalentStatus } from './talent-status.ts'

/** The statuses that a talent has not, to choose from. */
export function TalentStatusMenu({ talent }: { talent: Talent }) {
  const changeStatus = useTalentStatus()
  const trigger = (
    <>
      Change status
      <ChevronDown aria-hidden="true" className="-mr-1 size-4" />
    </>
  )
  return (
    <Menu trigger={trigger} variant="primary">
      {statusOptions(talentStatusLooks, talent.status).map(({ value, label }) => (
        <MenuItem key={value} onSelect={() => changeStatus(talent, value)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

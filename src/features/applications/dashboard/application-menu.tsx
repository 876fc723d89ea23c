import { Ellipsis } from 'lucide-react'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import type { Application } from '../contract.ts'
import { fullName } from './labels.ts'

type ApplicationMenuProps = {
  application: Application
  search: string
  onChangeStatus: () => void
  onDelete: () => void
}

/** What one can do with a row of the list. */
export function ApplicationMenu(props: ApplicationMenuProps) {
  const { application, search, onChangeStatus, onDelete } = props
  return (
    <Menu
      size="icon"
      triggerLabel={`Actions for ${fullName(application)}`}
      trigger={<Ellipsis aria-hidden="true" className="size-5" />}
    >
      <MenuLink to={`/dashboard/applications/${application.id}${search}`}>Open</MenuLink>
      <MenuItem onSelect={onChangeStatus}>Change status</MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={onDelete} isDanger>
        Delete
      </MenuItem>
    </Menu>
  )
}

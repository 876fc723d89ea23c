import type { ReactNode } from 'react'
import { Ellipsis } from '#ui/icons.ts'
import { Menu } from '../overlays/menu.tsx'

type RowMenuProps = {
  /** The name of the row. */
  name: string
  /** `MenuItem`s, `MenuLink`s and separators. */
  children: ReactNode
}

/** The actions of a row. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <Menu
      size="rowIcon"
      triggerLabel={`Actions for ${name}`}
      trigger={<Ellipsis aria-hidden="true" className="size-5" />}
    >
      {children}
    </Menu>
  )
}

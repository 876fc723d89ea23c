import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu } from '../overlays/menu.tsx'

type RowMenuProps = {
  /** What the row is called. */
  name: string
  /** `MenuItem`s and their like. */
  children: ReactNode
}

/** What one can do with a row. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <Menu
      size="icon"
      triggerLabel={`Actions for ${name}`}
      trigger={<Ellipsis aria-hidden="true" className="size-5" />}
    >
      {children}
    </Menu>
  )
}

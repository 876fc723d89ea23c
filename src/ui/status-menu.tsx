import type { ReactNode } from 'react'
import { ChevronDown } from '#ui/icons.ts'
import { Menu, MenuItem, MenuSeparator } from './overlays/menu.tsx'
import { StatusBadge, type StatusLooks, statusOptions } from './status-badge.tsx'

type StatusMenuProps<Status extends string> = {
  looks: StatusLooks<Status>
  status: Status
  /** Whose status it is: 'Aline Uwase'. */
  name: string
  onSelect: (status: Status) => void
  /** What stands behind a status, such as that it is told by email. */
  mark?: (status: Status) => ReactNode
  /** Further items, such as a change with a note. */
  children?: ReactNode
}

/** A status that is changed with two clicks: on it, and on another one. */
export function StatusMenu<Status extends string>(props: StatusMenuProps<Status>) {
  const { looks, status, name, onSelect, mark, children } = props
  const trigger = (
    <StatusBadge
      looks={looks}
      status={status}
      mark={<ChevronDown aria-hidden="true" className="-mr-1 size-3.5 opacity-70 print:hidden" />}
    />
  )
  return (
    <Menu
      trigger={trigger}
      triggerLabel={`Status of ${name}: ${looks[status].label}`}
      look="on-paper rounded-full ring-control hover:ring-2 aria-expanded:ring-2"
      align="start"
    >
      {statusOptions(looks, status).map(({ value, label }) => (
        <MenuItem key={value} onSelect={() => onSelect(value)}>
          {label}
          {mark?.(value)}
        </MenuItem>
      ))}
      {children && (
        <>
          <MenuSeparator />
          {children}
        </>
      )}
    </Menu>
  )
}

import { Menu as Base } from '@base-ui/react/menu'
import { useEffect, useRef } from 'react'
import { MenuParts, type MenuProps, triggerProps } from './menu-parts.ts'

/** A `Menu` from its first use on. It opens when it is mounted. It is a file of its own because it imports base-ui. */
export function OpenedMenu(props: MenuProps) {
  const { align = 'end', children } = props
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    trigger.current?.focus()
    trigger.current?.click()
  }, [])
  return (
    <Base.Root>
      <Base.Trigger ref={trigger} {...triggerProps(props)} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-40">
          <Base.Popup className="max-h-(--available-height) min-w-44 overflow-y-auto rounded bg-raised p-1.5 text-text shadow-high outline-none ring-1 ring-control/50 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            <MenuParts value={Base}>{children}</MenuParts>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

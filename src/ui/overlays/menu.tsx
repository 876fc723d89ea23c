import { type ComponentType, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { notifyNotLoaded } from '../lazy/lazy-component.tsx'
import { type MenuProps, triggerProps, useMenuParts } from './menu-parts.ts'

const load = () => importWithRetry(() => import('./menu-window.tsx'))

/**
 * A button that opens a menu of actions, made of `MenuItem`, `MenuLink`, `MenuCheck` and `MenuSeparator`. The menu is
 * loaded once somebody is about to press the button.
 */
export function Menu(props: MenuProps) {
  const [OpenedMenu, setOpenedMenu] = useState<ComponentType<MenuProps>>()
  if (OpenedMenu) return <OpenedMenu {...props} />
  const loadAhead = () => void load().catch(() => {})
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...triggerProps(props)}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={() =>
        load().then((module) => setOpenedMenu(() => module.OpenedMenu), notifyNotLoaded)
      }
      onKeyDown={(event) => {
        if (/^Arrow(Up|Down)$/.test(event.key)) event.currentTarget.click()
      }}
    />
  )
}

const item = classNames(
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-sm px-3 py-1.5 text-sm outline-none',
  'data-highlighted:bg-primary-soft data-disabled:cursor-not-allowed data-disabled:opacity-55',
)

type MenuItemProps = {
  onSelect: () => void
  isDanger?: boolean
  isDisabled?: boolean
  children: ReactNode
}

export function MenuItem({ onSelect, isDanger, isDisabled, children }: MenuItemProps) {
  const parts = useMenuParts()
  return (
    <parts.Item
      onClick={onSelect}
      disabled={isDisabled}
      className={classNames(item, isDanger && 'text-error data-highlighted:bg-error-soft')}
    >
      {children}
    </parts.Item>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const parts = useMenuParts()
  return (
    <parts.LinkItem closeOnClick render={<Link to={to} />} className={item}>
      {children}
    </parts.LinkItem>
  )
}

type MenuCheckProps = {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}

/** A checkbox item, such as a column to show. The menu stays open. */
export function MenuCheck({ isChecked, onChange, children }: MenuCheckProps) {
  const parts = useMenuParts()
  return (
    <parts.CheckboxItem checked={isChecked} onCheckedChange={onChange} className={item}>
      <span className="grid size-4 place-items-center">
        <parts.CheckboxItemIndicator>
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="size-4 fill-none stroke-2 stroke-current"
          >
            <path d="m3 8.5 3.5 3.5L13 4.5" />
          </svg>
        </parts.CheckboxItemIndicator>
      </span>
      {children}
    </parts.CheckboxItem>
  )
}

export function MenuSeparator() {
  const parts = useMenuParts()
  return <parts.Separator className="my-1.5 h-px bg-line" />
}

import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonClass } from '../button.tsx'
import { classNames } from '../class-names.ts'

type MenuProps = {
  /** The content of the button; an icon also needs `triggerLabel`. */
  trigger: ReactNode
  triggerLabel?: string
  variant?: ButtonVariant
  size?: ButtonSize
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/** A button that opens a menu of actions, made of `MenuItem`, `MenuLink`, `MenuCheck` and `MenuSeparator`. */
export function Menu(props: MenuProps) {
  const { trigger, triggerLabel, variant = 'quiet', size = 'md', align = 'end', children } = props
  return (
    <Base.Root>
      <Base.Trigger aria-label={triggerLabel} className={buttonClass({ variant, size })}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-40">
          <Base.Popup className="max-h-(--available-height) min-w-44 overflow-y-auto rounded bg-raised p-1.5 text-text shadow-high outline-none ring-1 ring-line transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
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
  return (
    <Base.Item
      onClick={onSelect}
      disabled={isDisabled}
      className={classNames(item, isDanger && 'text-error data-highlighted:bg-error-soft')}
    >
      {children}
    </Base.Item>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={item}>
      {children}
    </Base.LinkItem>
  )
}

type MenuCheckProps = {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}

/** A checkbox item, such as a column to show. The menu stays open. */
export function MenuCheck({ isChecked, onChange, children }: MenuCheckProps) {
  return (
    <Base.CheckboxItem checked={isChecked} onCheckedChange={onChange} className={item}>
      <span className="grid size-4 place-items-center">
        <Base.CheckboxItemIndicator>
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="size-4 fill-none stroke-2 stroke-current"
          >
            <path d="m3 8.5 3.5 3.5L13 4.5" />
          </svg>
        </Base.CheckboxItemIndicator>
      </span>
      {children}
    </Base.CheckboxItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="my-1.5 h-px bg-line" />
}

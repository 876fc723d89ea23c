import type { Menu as Base } from '@base-ui/react/menu'
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from '../button.tsx'

export type MenuProps = {
  /** The content of the button; an icon also needs `triggerLabel`. */
  trigger: ReactNode
  triggerLabel?: string
  variant?: ButtonVariant
  size?: ButtonSize
  /** Classes in place of a button's. */
  look?: string
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/** The look of the button, the same before and after the menu is loaded. */
export const triggerProps = (props: MenuProps): ComponentProps<'button'> => {
  const { trigger, triggerLabel, variant = 'quiet', size = 'md' } = props
  const { look = buttonClass({ variant, size }) } = props
  return { 'aria-label': triggerLabel, className: look, children: trigger }
}

/** The parts of base-ui, which `OpenedMenu` brings along. */
export const MenuParts = createContext<typeof Base | null>(null)

/** The parts of base-ui, for what is inside a `Menu`. */
export function useMenuParts() {
  const parts = use(MenuParts)
  if (!parts) throw new Error('This belongs into a menu')
  return parts
}

import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon' | 'rowIcon'

type Look = { variant?: ButtonVariant; size?: ButtonSize }

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary shadow-low hover:bg-primary-strong',
  accent: 'bg-accent text-on-accent shadow-low hover:bg-accent-strong',
  secondary:
    'bg-raised text-text ring-1 ring-control ring-inset hover:bg-primary-soft hover:ring-primary',
  quiet: 'text-primary hover:bg-primary-soft',
  danger: 'bg-error text-on-error shadow-low hover:bg-error/90',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3.5 py-1.5 text-sm',
  md: 'min-h-11 px-5 py-2 text-base',
  lg: 'min-h-13 px-7 py-3 text-lg',
  icon: 'size-10 shrink-0',
  rowIcon: 'size-10 shrink-0 sm:size-8',
}

/** The classes of a button, for other elements: `<label className={buttonClass({ variant: 'secondary' })}>`. */
export function buttonClass({ variant = 'primary', size = 'md' }: Look = {}): string {
  return classNames(
    'inline-flex max-w-full items-center justify-center gap-2 rounded text-center font-semibold leading-tight',
    'transition-[background-color,color,box-shadow,translate] active:translate-y-px',
    'disabled:opacity-55 aria-disabled:opacity-55 disabled:shadow-none',
    variants[variant],
    sizes[size],
  )
}

export type ButtonProps = ComponentProps<'button'> & Look & { isBusy?: boolean; busyLabel?: string }

/**
 * A button. While `isBusy` it keeps its size and the focus, tells screen readers that it is busy, shows a spinner (and
 * `busyLabel` in place of its text, if given), and ignores clicks and submits.
 * With `size="icon"` it needs an `aria-label`.
 */
export function Button({
  variant,
  size,
  isBusy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  const label = isBusy ? busyLabel : undefined
  return (
    <button
      {...rest}
      type={type}
      onClick={handleClick}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      {isBusy && <BusyRing />}
      {/* React puts the ring before an element: a browser that translates replaces the texts of a page. */}
      <span key={label} className="contents">
        {label ?? children}
      </span>
    </button>
  )
}

type ButtonLinkProps = ComponentProps<typeof Link> & Look

/** A link within the site that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size }), className)} />
}

function BusyRing() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ImigongoEdge } from './ornament/imigongo.tsx'

/** A card. With `seed`, its upper edge has the Imigongo of that seed. */
export function Card({
  seed,
  className,
  children,
  ...rest
}: ComponentProps<'div'> & { seed?: string }) {
  return (
    <div
      {...rest}
      className={classNames(
        'relative flex flex-col overflow-hidden rounded bg-raised shadow-low',
        className,
      )}
    >
      {seed !== undefined && <ImigongoEdge seed={seed} />}
      {children}
    </div>
  )
}

/** The padded content of a card. */
export function CardBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames('flex grow flex-col gap-3 p-5 sm:p-7', className)}>{children}</div>
  )
}

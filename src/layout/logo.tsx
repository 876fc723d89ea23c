import { company } from '#shared/company.ts'
import { classNames } from '#ui/class-names.ts'

/** The mark: two arms of an Imigongo spiral, drawn as one line, because Huza means to connect. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="-1 -1 10 10" className={classNames('fill-none', className)}>
      <path d="M0 7.5V0h6v4H2v4h6V.5" strokeWidth="1.2" className="stroke-accent" />
    </svg>
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5', className)}>
      <LogoMark className="size-9" />
      <span className="font-extrabold text-[min(1.7rem,8.5vw)] leading-none tracking-[-0.045em]">
        {company.name}
      </span>
    </span>
  )
}

import { classNames } from '#ui/class-names.ts'

/** A list of benefits, with diamonds as bullets. */
export function TickList({ items, className }: { items: readonly string[]; className?: string }) {
  return (
    <ul className={classNames('grid gap-3', className)}>
      {items.map((item) => (
        <li key={item} className="flex gap-3.5">
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="mt-[0.38em] size-4 shrink-0 fill-none stroke-2 stroke-accent"
          >
            <path d="m8 1.5 6.5 6.5L8 14.5 1.5 8z" />
            <path d="M8 6.2 9.8 8 8 9.8 6.2 8z" className="fill-accent" />
          </svg>
          <span className="min-w-0">{item}</span>
        </li>
      ))}
    </ul>
  )
}

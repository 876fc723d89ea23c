import { Link } from 'react-router'
import { classNames } from './class-names.ts'

type FilterChipsProps<Value extends string> = {
  /** The name of the choices, for screen readers. */
  label: string
  choices: readonly { value: Value; label: string }[]
  chosen: Value
  hrefOf(value: Value): string
  isSmall?: boolean
}

/** Filters of a list as links, which can be shared and work without JavaScript. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, choices, chosen, hrefOf, isSmall = false } = props
  return (
    <nav aria-label={label}>
      <ul className={classNames('flex flex-wrap', isSmall ? 'gap-1.5' : 'gap-2.5')}>
        {choices.map((choice) => (
          <li key={choice.value}>
            <Link
              to={hrefOf(choice.value)}
              preventScrollReset
              aria-current={choice.value === chosen ? 'page' : undefined}
              className={classNames(
                'inline-flex max-w-full items-center wrap-anywhere rounded-full font-semibold transition-colors',
                isSmall ? 'min-h-9 px-3.5 text-sm' : 'min-h-11 px-5',
                choice.value === chosen
                  ? 'bg-primary text-on-primary'
                  : 'bg-raised ring-1 ring-control ring-inset hover:bg-primary-soft hover:ring-primary',
              )}
            >
              {choice.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

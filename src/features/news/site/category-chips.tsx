import { Link } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import { articleCategories, categoryLabels } from '../categories.ts'
import { type CategoryChoice, insightsAddress } from './insights-address.ts'

const chips: { category: CategoryChoice; label: string }[] = [
  { category: 'all', label: 'All' },
  ...articleCategories.map((category) => ({ category, label: categoryLabels[category] })),
]

/** The categories as links, so that a choice can be shared and works without JavaScript. */
export function CategoryChips({ chosen }: { chosen: CategoryChoice }) {
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-2.5">
        {chips.map(({ category, label }) => (
          <li key={category}>
            <Link
              to={insightsAddress(category)}
              preventScrollReset
              aria-current={category === chosen ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center rounded-full px-5 font-semibold transition-colors',
                category === chosen
                  ? 'bg-primary text-on-primary'
                  : 'bg-raised ring-1 ring-control ring-inset hover:bg-primary-soft hover:ring-primary',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import type { IconComponent } from '#ui/icons.ts'

type Point = { icon: IconComponent; title: string; text: string }

/** What a service has, each with its icon. @param className the columns of the grid */
export function ServicePoints({ points, className }: { points: Point[]; className: string }) {
  return (
    <ul className={`grid gap-y-10 ${className}`}>
      {points.map(({ icon: Icon, title, text }) => (
        <li key={title} className="border-accent border-t-3 pt-6">
          <Icon aria-hidden="true" className="size-8 text-accent" />
          <h3 className="mt-4 text-xl">{title}</h3>
          <p className="mt-2 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}

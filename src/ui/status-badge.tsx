import { Badge, type BadgeTone } from './badge.tsx'

/** What each status of a resource is called and how it looks, in the order in which they are offered. */
export type StatusLooks<Status extends string> = Record<Status, { label: string; tone: BadgeTone }>

type StatusBadgeProps<Status extends string> = { looks: StatusLooks<Status>; status: Status }

/** Where a thing stands. */
export function StatusBadge<Status extends string>({ looks, status }: StatusBadgeProps<Status>) {
  const { label, tone } = looks[status]
  return (
    <Badge tone={tone} className="whitespace-nowrap ring-1 ring-current/15 ring-inset">
      {label}
    </Badge>
  )
}

/** What the statuses are called, by status. */
export const statusLabels = <Status extends string>(looks: StatusLooks<Status>) =>
  Object.fromEntries(statusOptions(looks).map(({ value, label }) => [value, label])) as Record<
    Status,
    string
  >

/** The statuses as a select's options, without `except`, such as the one that stands. */
export const statusOptions = <Status extends string>(
  looks: StatusLooks<Status>,
  except?: Status,
): { value: Status; label: string }[] =>
  (Object.keys(looks) as Status[])
    .filter((value) => value !== except)
    .map((value) => ({ value, label: looks[value].label }))

import { Badge, type BadgeTone } from './badge.tsx'

/** The label and tone of each status of a resource, in the order of the options. */
export type StatusLooks<Status extends string> = Record<Status, { label: string; tone: BadgeTone }>

type StatusBadgeProps<Status extends string> = { looks: StatusLooks<Status>; status: Status }

export function StatusBadge<Status extends string>({ looks, status }: StatusBadgeProps<Status>) {
  const { label, tone } = looks[status]
  return (
    <Badge tone={tone} className="whitespace-nowrap ring-1 ring-current/15 ring-inset">
      {label}
    </Badge>
  )
}

/** The labels by status. */
export const statusLabels = <Status extends string>(looks: StatusLooks<Status>) =>
  Object.fromEntries(statusOptions(looks).map(({ value, label }) => [value, label])) as Record<
    Status,
    string
  >

/** The statuses as options of a select. @param except left out, such as the current status */
export const statusOptions = <Status extends string>(
  looks: StatusLooks<Status>,
  except?: Status,
): { value: Status; label: string }[] =>
  (Object.keys(looks) as Status[])
    .filter((value) => value !== except)
    .map((value) => ({ value, label: looks[value].label }))

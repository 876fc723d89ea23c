import type { ReactNode } from 'react'
import { formatCount } from '#shared/format.ts'
import { Badge, type BadgeTone } from './badge.tsx'

type StatusLook = {
  label: string
  tone: BadgeTone
  /** What a row of that status is, where that isn't the label: 'under review'. */
  adjective?: string
}

/** How each status of a resource looks, in the order of the options. */
export type StatusLooks<Status extends string> = Record<Status, StatusLook>

/** The status in a sentence: 'Two applications are under review now.' */
export const statusAdjective = ({ label, adjective }: StatusLook) =>
  adjective ?? label.toLowerCase()

type StatusBadgeProps<Status extends string> = {
  looks: StatusLooks<Status>
  status: Status
  /** Shown after the label. */
  mark?: ReactNode
}

export function StatusBadge<Status extends string>(props: StatusBadgeProps<Status>) {
  const { label, tone } = props.looks[props.status]
  return (
    <Badge tone={tone} className="whitespace-nowrap ring-1 ring-current/15 ring-inset">
      {label}
      {props.mark}
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

/** How many rows have which status: '10 pending, 2 reviewing'. */
export function statusCounts<Status extends string>(
  looks: StatusLooks<Status>,
  rows: readonly { status: Status }[],
) {
  const counts = new Map<Status, number>()
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1)
  return formatStatusCounts(looks, Object.fromEntries(counts))
}

/** @param counts by status */
export const formatStatusCounts = <Status extends string>(
  looks: StatusLooks<Status>,
  counts: Record<string, number>,
) =>
  statusOptions(looks)
    .filter(({ value }) => counts[value])
    .map(({ value, label }) => `${formatCount(counts[value] ?? 0)} ${label.toLowerCase()}`)
    .join(', ')

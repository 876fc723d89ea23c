import type { ReactNode } from 'react'
import { formatCount } from '#shared/format.ts'
import { Table, Td, Th, Tr } from '#ui/data-table/table.tsx'

type CountTableProps = {
  label: string
  /** The first ones name a row, the others are numbers. */
  names: readonly string[]
  counts: readonly string[]
  rows: readonly { key: string; names: readonly ReactNode[]; counts: readonly number[] }[]
}

/** Names with their counts; nothing without rows. */
export function CountTable({ label, names, counts, rows }: CountTableProps) {
  if (rows.length === 0) return null
  return (
    <Table label={label}>
      <thead>
        <tr>
          {names.map((name, at) => (
            <Th key={name} className={at === 0 ? undefined : 'max-sm:hidden'}>
              {name}
            </Th>
          ))}
          {counts.map((name) => (
            <Th key={name} className="text-right max-sm:px-1.5">
              {name}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.key}>
            {row.names.map((name, at) => (
              <Td
                key={names[at]}
                className={
                  at === 0
                    ? 'wrap-anywhere min-w-24 font-semibold sm:min-w-32'
                    : 'wrap-anywhere text-muted max-sm:hidden'
                }
              >
                {name}
              </Td>
            ))}
            {row.counts.map((count, at) => (
              <Td key={counts[at]} className="text-right tabular-nums max-sm:px-1.5">
                {formatCount(count)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

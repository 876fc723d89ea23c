import { EmailText } from '../email-text.tsx'
import type { DataColumn } from './columns.ts'

/** The email of a row. */
export const emailColumn = <Row extends { email: string }>(
  isHiddenAtFirst = true,
): DataColumn<Row> => ({
  id: 'email',
  header: 'Email',
  className: 'max-w-72 wrap-anywhere sm:min-w-48',
  isHiddenAtFirst,
  cell: ({ email }) => <EmailText address={email} />,
})

/** The telephone number of a row. */
export const phoneColumn = <Row,>(
  phoneOf: (row: Row) => string,
  isHiddenAtFirst = true,
): DataColumn<Row> => ({
  id: 'phone',
  header: 'Phone',
  className: 'sm:whitespace-nowrap tabular-nums',
  isHiddenAtFirst,
  cell: (row) => phoneOf(row) || '–',
})

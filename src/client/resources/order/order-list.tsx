import type { ReactNode } from 'react'
import type { ProcedureName } from '../../api/queries.ts'
import { NotLoaded } from '../page/not-loaded.tsx'
import { OrderedRows } from './ordered-rows.tsx'
import { type Ordered, type OrderedRow, useOrder } from './use-order.ts'

type OrderListProps<Name extends ProcedureName> = Ordered<Name> & {
  rowName: (row: OrderedRow<Name>) => string
  /** Shown when there are no rows. */
  empty: ReactNode
  /** The menu at the end of a row. */
  menu?: (row: OrderedRow<Name>) => ReactNode
  /** What a row shows. */
  children: (row: OrderedRow<Name>) => ReactNode
}

/** Stored rows in the order that visitors see. Each move is saved. */
export function OrderList<Name extends ProcedureName>(props: OrderListProps<Name>) {
  const { rowName, menu, children } = props
  const { rows, error, refetch, moveTo } = useOrder(props)
  if (!rows) return <NotLoaded error={error} refetch={refetch} block="h-96 w-full rounded" />
  if (rows.length === 0) return props.empty
  return (
    <OrderedRows rows={rows} rowName={rowName} moveTo={moveTo} menu={menu}>
      {children}
    </OrderedRows>
  )
}

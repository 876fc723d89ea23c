import type { ReactNode } from 'react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PersonMark } from '#ui/portrait.tsx'
import type { ProcedureName } from '../../api/queries.ts'
import { BackLink } from '../page/back-link.tsx'
import { OrderList } from './order-list.tsx'
import type { Ordered, OrderedRow } from './use-order.ts'

type Person = { full_name: string; profile_picture: string }

type PeopleOrderProps<Name extends ProcedureName> = Ordered<Name> & {
  title: string
  text: string
  back: { label: string; to: string }
  /** The lines below a name. */
  lines: (row: OrderedRow<Name>) => ReactNode
  emptyTitle: string
  emptyText: string
}

/** The page that puts people in the order in which visitors see them. */
export function PeopleOrder<Name extends ProcedureName>(props: PeopleOrderProps<Name>) {
  const { title, text, back, lines, emptyTitle, emptyText, ...ordered } = props
  const person = (row: OrderedRow<Name>) => row as unknown as Person
  return (
    <div className="max-w-4xl">
      <nav aria-label={back.label} className="mb-4">
        <BackLink to={back.to} />
      </nav>
      <PageHeading title={title} text={text} />
      <OrderList
        {...ordered}
        rowName={(row) => person(row).full_name}
        empty={<EmptyState seed={back.label} title={emptyTitle} text={emptyText} />}
      >
        {(row) => (
          <>
            <PersonMark {...person(row)} className="w-12" />
            <div className="min-w-0 grow basis-48">
              <p className="wrap-anywhere font-semibold">{person(row).full_name}</p>
              {lines(row)}
            </div>
          </>
        )}
      </OrderList>
    </div>
  )
}

import { Link } from 'react-router'
import { ArrowLeft } from '#ui/icons.ts'

type BackLinkProps = {
  to: string
  text?: string
  /** The id of the row that gets the focus there. */
  row?: number
}

export function BackLink({ to, text = 'Back to the list', row }: BackLinkProps) {
  return (
    <Link
      to={to}
      state={row && { row: String(row) }}
      className="inline-flex min-h-10 items-center gap-2 font-semibold text-primary text-sm underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {text}
    </Link>
  )
}

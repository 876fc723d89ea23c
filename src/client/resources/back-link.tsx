import { Link } from 'react-router'
import { ArrowLeft } from '#ui/icons.ts'

type BackLinkProps = { to: string; text?: string }

export function BackLink({ to, text = 'Back to the list' }: BackLinkProps) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-10 items-center gap-2 font-semibold text-primary text-sm underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {text}
    </Link>
  )
}

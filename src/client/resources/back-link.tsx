import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

export function BackLink({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-10 items-center gap-2 font-semibold text-primary text-sm underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to the list
    </Link>
  )
}

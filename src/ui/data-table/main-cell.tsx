import type { ReactNode } from 'react'
import { Link } from 'react-router'

type MainCellProps = {
  name: ReactNode
  /** Shown beside the name. */
  mark?: ReactNode
  /** A line below the name. */
  text?: ReactNode
} & ({ to: string } | { onOpen: () => void })

/** The cell with the name of a row, which opens its page or its dialog. */
export function MainCell({ name, mark, text, ...way }: MainCellProps) {
  return (
    <div className="min-w-0">
      {'to' in way ? (
        <Link
          to={way.to}
          className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </Link>
      ) : (
        <button
          type="button"
          onClick={way.onOpen}
          className="min-h-6 text-left font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </button>
      )}
      {mark}
      {text && <p className="line-clamp-2 text-muted text-xs">{text}</p>}
    </div>
  )
}

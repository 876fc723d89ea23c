import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'

type MainCellProps = {
  name: ReactNode
  /** Shown beside the name. */
  mark?: ReactNode
  /** A line below the name. */
  text?: ReactNode
  /** Shows the text beside the name, on wide screens alone, so that a row has one line. */
  isOneLine?: boolean
} & ({ to: string } | { onOpen: () => void })

/** The cell with the name of a row, which opens its page or its dialog. */
export function MainCell({ name, mark, text, isOneLine = false, ...way }: MainCellProps) {
  return (
    <div className={classNames('min-w-0', isOneLine && 'sm:flex sm:items-baseline sm:gap-x-2.5')}>
      {'to' in way ? (
        <Link
          to={way.to}
          className={classNames(
            'inline-block min-h-6 content-center font-semibold underline-offset-4 hover:underline',
            isOneLine && 'sm:max-w-48 sm:shrink-0 sm:truncate min-[100rem]:max-w-72',
          )}
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
      {text && (
        <p
          className={classNames(
            'text-muted text-xs',
            isOneLine
              ? 'max-sm:line-clamp-2 sm:hidden min-[100rem]:block min-[100rem]:min-w-0 min-[100rem]:truncate sm:[&_wbr]:hidden'
              : 'line-clamp-2',
          )}
        >
          {text}
        </p>
      )}
    </div>
  )
}

/** A text that is cut off rather than broken into lines, where there are columns. */
export const OneLine = ({ text }: { text: string }) => (
  <span title={text} className="block sm:truncate">
    {text}
  </span>
)

import { Button, type ButtonVariant } from './button.tsx'
import { classNames } from './class-names.ts'

type PageButtonsProps = {
  page: number
  pages: number
  onPage: (page: number) => void
  variant: ButtonVariant
  className: string
}

/** The buttons below a list that begins with the newest. A list of one page needs none. */
export function PageButtons({ page, pages, onPage, variant, className }: PageButtonsProps) {
  if (pages <= 1) return null
  const look = { variant, size: 'sm' } as const
  return (
    <p className={classNames('flex items-center text-sm', className)}>
      <Button {...look} aria-disabled={page === 1} onClick={() => page > 1 && onPage(page - 1)}>
        Newer
      </Button>
      <span role="status" className="tabular-nums">
        {`Page ${page} of ${pages}`}
      </span>
      <Button
        {...look}
        aria-disabled={page >= pages}
        onClick={() => page < pages && onPage(page + 1)}
      >
        Older
      </Button>
    </p>
  )
}

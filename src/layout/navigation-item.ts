import { classNames } from '#ui/class-names.ts'

/** The look of a link in the header; the link of the current page is underlined. */
export const navigationItem = classNames(
  'relative flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded px-3.5 font-semibold text-sm',
  'transition-colors hover:text-primary aria-expanded:text-primary',
  'after:absolute after:inset-x-3.5 after:bottom-1 after:h-0.75 after:origin-left after:scale-x-0',
  'after:rounded-full after:bg-accent after:transition-transform aria-[current=page]:after:scale-x-100',
)

/** The id of the page's main element. */
export const contentId = 'content'

type SkipLinkProps = {
  /** The id of what gets the focus. */
  to?: string
  children?: string
}

/** A link that shows while it has the focus, and leads keyboard users past what repeats: the header, or long lists. */
export function SkipLink({ to = contentId, children = 'Skip to content' }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        const target = document.getElementById(to)
        if (!target) return
        // The URL is the page's: no step back, and nothing that asks about unsaved changes.
        event.preventDefault()
        target.focus()
      }}
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded bg-primary px-5 py-3 font-semibold text-on-primary focus:shadow-high focus:translate-y-0"
    >
      {children}
    </a>
  )
}

/** Where a `SkipLink` past a list leads. */
export function SkipTarget({ id, children }: { id: string; children: string }) {
  return (
    <span id={id} tabIndex={-1} className="sr-only">
      {children}
    </span>
  )
}

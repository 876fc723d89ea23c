/** The id of the page's main element. */
export const contentId = 'content'

/** The first link of the page: lets keyboard users skip the header. */
export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded bg-primary px-5 py-3 font-semibold text-on-primary focus:shadow-high focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}

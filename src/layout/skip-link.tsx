/** The id of the page's main part. */
export const contentId = 'content'

/** The first stop of the keyboard: past the header, to the content. */
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

/** The icon of close buttons. */
export function CrossIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 stroke-2 stroke-current">
      <path d="m3 3 10 10M13 3 3 13" />
    </svg>
  )
}

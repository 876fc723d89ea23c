/** A bar. @param share its length, 0 to 1 of the available width */
export function ShareBar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="h-3 w-full overflow-hidden rounded-sm bg-sand">
      <rect width={`${share * 100}%`} height="100%" className="fill-primary" />
    </svg>
  )
}

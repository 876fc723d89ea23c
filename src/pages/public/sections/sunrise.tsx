import { Drawn } from '#ui/ornament/drawn.tsx'

/** A sunrise over hills, in rings as in Imigongo art. Its centre is at 50% of the width and 44% of the height. */
export const Sunrise = ({ className }: { className: string }) => (
  <Drawn
    seed=""
    draw={({ sunriseMarkup }, id) => sunriseMarkup(id)}
    viewBox="0 0 480 480"
    preserveAspectRatio="xMidYMid slice"
    className={className}
  />
)

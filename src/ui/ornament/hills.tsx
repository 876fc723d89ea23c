import { Drawn } from './drawn.tsx'

/** The thousand hills with terraces and the sun behind them, in the rings of Imigongo. The lower edge is ink. */
export const Hills = () => (
  <Drawn
    seed=""
    draw={({ hillsMarkup }, id) => hillsMarkup(id)}
    viewBox="0 0 1920 240"
    preserveAspectRatio="xMidYMax slice"
    className="-mb-px h-40 sm:h-52 lg:h-60"
  />
)

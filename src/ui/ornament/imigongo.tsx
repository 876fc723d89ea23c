import { classNames } from '../class-names.ts'
import { Drawn } from './drawn.tsx'
import type { Style } from './imigongo.ts'
import type { Drawing } from './imigongo-drawing.ts'

type ImigongoProps = {
  seed: string
  bands?: number
  style?: Style
  /** The size of a grid unit in pixels; a tile is 48 units wide. */
  unitPx?: number
  className?: string
}

/** Fills its box with the Imigongo of a seed, centred. */
export function Imigongo({ seed, bands, style, unitPx = 2, className }: ImigongoProps) {
  return (
    <Pattern
      seed={seed}
      bands={bands}
      style={style}
      size={{ unitPx }}
      className={className ?? 'h-full'}
    />
  )
}

type ImigongoEdgeProps = { seed: string; heightPx?: 12 | 16 | 20 | 24 | 32; className?: string }

const heights = { 12: 'h-3', 16: 'h-4', 20: 'h-5', 24: 'h-6', 32: 'h-8' }

/** One coarse band of Imigongo in its full height, as the edge of a section or a card. */
export function ImigongoEdge({ seed, heightPx = 20, className }: ImigongoEdgeProps) {
  return (
    <Pattern
      seed={seed}
      isCoarse
      size={{ heightPx }}
      className={classNames('shrink-0', heights[heightPx], className)}
    />
  )
}

const Pattern = ({ className, ...drawing }: Drawing & { className: string }) => (
  <Drawn
    seed={drawing.seed}
    draw={({ drawImigongo }, id) => drawImigongo(id, drawing)}
    className={className}
  />
)

import { classNames } from '#ui/class-names.ts'
import mapUrl from './world-map.svg?url'

/**
 * The world in diamonds, and the ways from Kigali to the cities of employers. The drawing is a file of its own, so that
 * it travels once; each part of it takes its colour here.
 */
export function WorldMap({ className }: { className?: string }) {
  const part = (id: string, look: string) => <use href={`${mapUrl}#${id}`} className={look} />
  return (
    <svg
      role="img"
      aria-label="A map of the world: lines lead from Kigali to New York, São Paulo, London, Berlin, Dubai, Johannesburg, Singapore, Tokyo and Sydney"
      viewBox="0 0 1000 470"
      className={classNames('block', className)}
    >
      {part('land', 'text-map')}
      {part('africa', 'text-ochre')}
      {part('arcs', 'animate-draw text-primary [stroke-dasharray:1]')}
      {part('cities', 'text-primary')}
      {part('names', 'hidden stroke-4 stroke-sand text-text lg:block')}
      {part('kigali', 'origin-center animate-beat text-accent [transform-box:fill-box]')}
      {part('kigali', 'text-text')}
      {part('home-name', 'stroke-4 stroke-sand text-text')}
    </svg>
  )
}

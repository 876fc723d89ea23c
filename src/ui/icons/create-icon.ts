import { createElement, type SVGProps } from 'react'

export type IconProps = SVGProps<SVGSVGElement>
export type IconComponent = ReturnType<typeof createIcon>

const look = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/**
 * Makes the component of an icon from its shapes.
 *
 * @__NO_SIDE_EFFECTS__ lets the build leave out the icons that a page doesn't show.
 */
export function createIcon(...shapes: [tag: 'circle' | 'path' | 'rect', attributes: object][]) {
  const children = shapes.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: IconProps) => createElement('svg', { ...look, ...props }, ...children)
}

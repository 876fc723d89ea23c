import { type ComponentType, useState } from 'react'
import { parseImageUrl, widthsOf } from '#shared/image-url.ts'
import { Atom, CodeXml, Hexagon, type IconProps, PenTool } from '#ui/icons.ts'

const builtInIcons = new Map<string, ComponentType<IconProps>>([
  ['python', Snakes],
  ['node-js', Hexagon],
  ['react', Atom],
  ['ux-ui', PenTool],
])

/** A tech stack's icon: built-in by name, a picture by URL, or a default. */
export function TechStackIcon({ icon }: { icon: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  if (/^(?:https?:\/)?\//.test(icon) && !hasFailed) {
    const onError = () => setHasFailed(true)
    const own = parseImageUrl(icon)
    const src = own ? `${icon}/${widthsOf(own.width)[0]}.webp` : icon
    return (
      <img src={src} alt="" data-falls="" className="size-8 object-contain" onError={onError} />
    )
  }
  const Icon = builtInIcons.get(icon) ?? CodeXml
  return <Icon aria-hidden="true" className="size-8" strokeWidth={1.6} />
}

/** Python's two snakes, drawn in the style of the other icons. */
function Snakes({ strokeWidth, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      strokeWidth={strokeWidth}
      className={`${className} fill-none stroke-current`}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M12 7.5H5.5a3 3 0 0 0-3 3V13a3 3 0 0 0 3 3H8v-1.5a3 3 0 0 1 3-3h3a2.5 2.5 0 0 0 2.5-2.5V5.5a3 3 0 0 0-3-3h-3a3 3 0 0 0-3 3v2M10.5 5h.01" />
      <path d="M12 16.5h6.5a3 3 0 0 0 3-3V11a3 3 0 0 0-3-3H16.5M8 16v2.5a3 3 0 0 0 3 3h2.5a3 3 0 0 0 3-3v-2M13.5 19h.01" />
    </svg>
  )
}

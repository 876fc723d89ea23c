import type { IconComponent } from '#ui/icons.ts'

/** What the palette offers: a place to go, or something to do. */
export type PaletteEntry = {
  /** Unique in the palette. */
  id: string
  label: string
  text?: string
  /** What it is found by besides. */
  words?: string
  icon: IconComponent
} & ({ to: string } | { run: () => unknown })

export type PaletteGroup = {
  heading: string
  entries: PaletteEntry[]
  /** Whether it is of the text before, and will be another in a moment. */
  isStale?: boolean
}

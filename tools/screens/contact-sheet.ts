import { widths } from './screens.ts'

// One row per screen, all screenshots at the same scale.
const scale = 0.32

/** A page of screenshots, one row per screen. */
export const contactSheet = (names: string[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
  body { margin: 16px; background: #8a867e; font: 600 14px system-ui; color: #fff }
  div { display: flex; gap: 12px; align-items: start; margin: 8px 0 32px }
  img { display: block; background: #fff }
</style>
${names.map(row).join('\n')}
</html>`

const row = (name: string) => `<h2>${name}</h2>
<div>${widths
  .map(
    (width) =>
      `<a href="${name}-${width}.png"><img src="${name}-${width}.png" width="${Math.round(width * scale)}" alt="${name} at ${width}"></a>`,
  )
  .join('')}</div>`

type Strip = {
  name: string
  /** Of the screens. */
  width: number
  heightPx: number
  /** How many stand beside each other; otherwise all. */
  columns?: number
  isDark?: boolean
  screens: string[]
}

/** The README's images: the upper parts of some screens, side by side, in one scheme. */
export const strips: Strip[] = [
  { name: 'desktop', width: 1280, heightPx: 560, screens: ['home', 'services', 'article'] },
  {
    name: 'phone',
    width: 360,
    heightPx: 420,
    screens: ['home', 'why-rwanda', 'article', 'wizard-cohort', 'wizard-details', 'events'],
  },
  {
    name: 'dashboard',
    width: 1280,
    heightPx: 380,
    columns: 2,
    screens: ['applications', 'comments', 'article-edit', 'message'],
  },
  {
    name: 'dashboard-dark',
    width: 1280,
    heightPx: 380,
    columns: 2,
    isDark: true,
    screens: ['dashboard', 'cohort-board', 'interviews', 'images'],
  },
]

export const strip = ({
  width,
  heightPx,
  screens,
  columns = screens.length,
}: Strip) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
  body {
    display: grid; grid-template-columns: repeat(${columns}, minmax(0, 1fr)); gap: 16px;
    margin: 0; padding: 24px; background: #e9dfd2
  }
  img {
    width: 100%; height: ${heightPx}px; object-fit: cover; object-position: top;
    border-radius: 8px; box-shadow: 0 2px 10px #0003;
  }
</style>
${screens.map((name) => `<img src="${name}-${width}.png" alt="">`).join('')}
</html>`

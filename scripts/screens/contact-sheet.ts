import { widths } from './screens.ts'

// All pictures of a screen stand in one row, each at the same fraction of its size.
const scale = 0.32

/** A page of pictures, a row for each screen. */
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

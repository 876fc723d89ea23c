import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sourceLabel } from '../labels.ts'
import { ClickTable } from './click-table.tsx'

test('visitors may name a click or their source as what every object has', () => {
  for (const label of ['__proto__', 'constructor']) {
    const clicked = [{ label, path: '/', title: 'Home', count: 1 }]
    expect(renderToStaticMarkup(createElement(ClickTable, { clicked }))).toContain(label)
    expect(sourceLabel(label)).toBe(label)
  }
})

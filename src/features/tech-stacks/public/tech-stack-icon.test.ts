import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TechStackIcon } from './tech-stack-icon.tsx'

const drawn = (icon: string) => renderToStaticMarkup(createElement(TechStackIcon, { icon }))

test('an icon that there is not is the default one, also by a name that every object has', () => {
  expect(drawn('react')).not.toBe(drawn(''))
  for (const icon of ['nothing', 'constructor', '__proto__']) expect(drawn(icon)).toBe(drawn(''))
})

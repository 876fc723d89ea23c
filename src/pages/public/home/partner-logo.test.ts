import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PartnerLogo } from './partner-logo.tsx'

test('a partner without a logo is a name, also one that every object has', () => {
  for (const name of ['Nobody', 'constructor', '__proto__']) {
    const markup = renderToStaticMarkup(createElement(PartnerLogo, { name, logo: '' }))
    expect(markup).toContain(`>${name}</span>`)
  }
})

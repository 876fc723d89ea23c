import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { CompanyContext } from '#client/use-company.ts'
import { companyDefaults } from '#shared/company-defaults.ts'
import { companyOf } from '#shared/settings.ts'
import { Footer } from './footer.tsx'

afterEach(() => void vi.useRealTimers())

test('the footer has the year that it is in Kigali', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T22:30:00Z') })
  const element = createElement(
    CompanyContext,
    { value: companyOf(companyDefaults) },
    createElement(Footer),
  )
  const router = createMemoryRouter([{ path: '/', element }])
  expect(renderToString(createElement(RouterProvider, { router }))).toContain('© 2027 ')
})

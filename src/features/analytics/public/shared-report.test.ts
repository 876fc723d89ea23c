import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SharedStatistics } from '../links-contract.ts'
import { SharedReport } from './shared-report.tsx'

const period = { name: 'For all', from: '2026-03-01', to: '2026-03-31', ends_on: '2026-04-30' }

const render = (shared: Partial<SharedStatistics>) =>
  renderToStaticMarkup(createElement(SharedReport, { shared: { ...period, ...shared } }))

test('sources and devices are named as staff see them', () => {
  const html = render({
    sources: ['', 'direct', 'this site', 'other', 'facebook.com'].map((source) => ({
      source,
      kind: 'none',
      page_views: 2,
      landings: 1,
    })),
    devices: ['', 'phone'].map((device) => ({ device, page_views: 2 })),
  })
  const names = [...html.matchAll(/<th scope="row"[^>]*>([^<]*)/g)].map(([, name]) => name)
  expect(names).toEqual([
    'Not known',
    'Typed, or without a link',
    'This site, in a new tab',
    'Others',
    'facebook.com',
    'Not known',
    'Phone',
  ])
})

test('the application was opened 1 time, or 2 times', () => {
  const titleOf = (seen: number) => render({ funnel: { seen, cohorts: [], refused: [] } })
  expect(titleOf(1)).toContain('opened 1 time<')
  expect(titleOf(2)).toContain('opened 2 times<')
})

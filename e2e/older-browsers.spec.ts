import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newerParts } from './support/older-browsers.ts'
import { expect, openHydrated, test } from './support/test.ts'

const assets = 'build/client/assets'

test('no script calls what the older browsers lack', () => {
  const calls = Object.entries(newerParts)
    .filter(([owner]) => owner !== 'window' && !owner.includes('.'))
    .flatMap(([owner, names]) => names.split(' ').map((name) => `${owner}\\.${name}`))
  const newer = new RegExp(`\\b(?:${calls.join('|')})\\(`, 'g')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(100)
  const found = scripts.flatMap((name) => {
    const called = readFileSync(join(assets, name), 'utf8').match(newer)
    return called ? [[name, ...new Set(called)]] : []
  })
  expect(found).toEqual([])
})

test('they are away from the pages of these tests', async ({ page }) => {
  await openHydrated(page, '/contact')
  expect(
    await page.evaluate(() => [typeof Map.groupBy, typeof URL.parse, 'scheduler' in window]),
  ).toEqual(['undefined', 'undefined', false])
})

import { expect, test } from 'vitest'
import { needsRestart } from './server-process.mjs'

test.each([
  ['server/pages/handler.ts', true],
  ['features/news/server/public-pages.ts', true],
  ['features/news/contract.ts', true],
  ['features/news/public/article.ts', false],
  ['pages/public/home.ts', false],
  ['ui/forms/field.tsx', false],
  ['server/app.test.ts', false],
])('in development a change of %s starts the server anew: %s', (file, isNeeded) => {
  expect(needsRestart(file)).toBe(isNeeded)
})

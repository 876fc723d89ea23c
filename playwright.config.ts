import { defineConfig, devices } from '@playwright/test'
import type { EngineOptions } from './e2e/engines/test.ts'

const inEngine = { testDir: 'e2e/engines' }

// Each worker starts a server of the built site for itself, with the demo content on a data folder of its own, a copy
// (e2e/support/server.ts): `npm run build` comes first, which `npm test` sees to.
export default defineConfig<object, EngineOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/support/demo-data.ts',
  outputDir: 'test-results',
  reporter: 'list',
  // The summary of `npm test` names what passed only when it was tried again.
  retries: process.env.CI ? 1 : 0,
  // Long enough for a machine that does much else: a passing test takes a few seconds.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A browser waits now and then: three keep two processors busy.
  workers: '150%',
  // They begin in this order. At the end one worker alone would run WebKit's, beside an idle processor.
  projects: [
    { name: 'webkit', ...inEngine, workers: 1, use: { engineName: 'webkit' } },
    { name: 'firefox', ...inEngine, use: { engineName: 'firefox' } },
    { name: 'chromium', testIgnore: 'engines/**' },
  ],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Africa/Kigali',
    // Recording a trace of every test costs a quarter of the whole run: `playwright test --trace on` does it when asked.
    trace: 'off',
    // Moving things cost a fifth of the run: tests of them ask for them, and the other engines have them.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Where Debian installs it; `npm test` names another one elsewhere.
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // A page lives for seconds: optimizing its code, and processes apart for drawing and for other sites' frames,
        // cost a tenth of the run.
        '--js-flags=--no-opt --no-maglev',
        '--in-process-gpu',
        '--disable-site-isolation-trials',
        // What a page sends as it is left says what the browser itself is called: not counted where that is a program.
        `--user-agent=${devices['Desktop Chrome'].userAgent}`,
      ],
    },
  },
})

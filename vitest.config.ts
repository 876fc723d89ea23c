import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { serverEnvironment } from './scripts/server-process.mjs'
import { contractForBrowser } from './vite/contract.ts'
import { inlineScript } from './vite/inline-script.ts'

// Apart from vite.config.ts on purpose: the tests run on the sources, without React Router's build.
export default defineConfig({
  plugins: [contractForBrowser(), inlineScript()],
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    // better-sqlite3 is native code, which processes keep apart better than threads do.
    pool: 'forks',
    // Every server test imports the whole app. What tests share then is modules, which keep no rows; half of the time
    // went into importing them anew for every file.
    isolate: false,
    // Also for the processes that tests start: compiled once, they are ready in half the time.
    env: serverEnvironment,
    // A test waits now and then, for the disk or a database: three keep two processors busy.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Long enough for a machine that does much else: a passing test takes a few seconds.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    passWithNoTests: true,
  },
})

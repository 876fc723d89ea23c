import { defineConfig } from 'vitest/config'
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
    // Vitest leaves one processor free, which on a machine of two is half of the time.
    maxWorkers: '100%',
    // Long enough for a machine that does much else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: true,
  },
})

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTestChromium } from './chromium.mjs'
import { getEngines } from './engines.mjs'
import { withPostgres } from './postgres.mjs'
import { build, install } from './prepare.mjs'
import { run, throwIfInterrupted } from './processes.mjs'
import { playwrightCounts, vitestCounts } from './test-counts.mjs'

// `npm test` is everything that CI does; `npm run check` (--quick) is the quick part.
const isQuick = process.argv.includes('--quick')
// Reports and data are in a temporary folder, so that concurrent runs don't interfere.
const folder = mkdtempSync(join(tmpdir(), 'tests-'))
const steps = []

try {
  await checks()
  if (!isQuick && allPassed()) await slowTests()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
  summarize()
}

/** All checks run, even after a failure: each reports something different. */
async function checks() {
  if (!(await step('install', install))) return
  await step('format, lint', () => succeeds('biome', ['ci', '.']))
  await step('types', async () => {
    await succeeds('react-router', ['typegen'])
    await succeeds('tsc', [])
  })
  await step('import rules', () => succeeds('depcruise', ['src', 'src/**/*.tsx']))
  await step('unused code', () => succeeds('knip', []))
  await step('shape', () => succeeds('node', ['tools/shape.mjs']))
  await step('tests on SQLite', () => vitest('sqlite'))
}

async function slowTests() {
  await step('tests on PostgreSQL', () =>
    withPostgres((url) => vitest('postgres', { TEST_DATABASE_URL: url })),
  )
  if (!(await step('build', build))) return
  await step('tests in browsers', async () =>
    playwright({ CHROMIUM_PATH: await getTestChromium(), ...(await getEngines()) }),
  )
  await step('crash test', () => succeeds('node', ['stress/crash.ts', '--short']))
}

/**
 * Runs one step and records its result.
 *
 * @param {() => Promise<void | { passed: number, failed: number }>} work throws when the step failed as a whole
 * @returns {Promise<boolean>} whether it passed
 */
async function step(name, work) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  let counts = { passed: 0, failed: 0 }
  let hasPassed = true
  try {
    counts = (await work()) ?? counts
    hasPassed = counts.failed === 0
  } catch (error) {
    console.error(error.message)
    // A step that fails without a failed test must not report "0 failed".
    counts = { passed: 0, failed: 1 }
    hasPassed = false
  }
  steps.push({ name, hasPassed, seconds: (performance.now() - start) / 1000, ...counts })
  throwIfInterrupted()
  return hasPassed
}

async function succeeds(command, args, env) {
  const { code } = await run(command, args, { env })
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

async function vitest(name, env) {
  const report = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run('vitest', ['run', ...reporters], { env })
  return reported(code, report, vitestCounts)
}

async function playwright(env) {
  const report = join(folder, 'browsers.json')
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return reported(code, report, playwrightCounts)
}

function reported(code, report, count) {
  if (!existsSync(report))
    throw new Error(`The tests ended with ${code} before they reported anything`)
  const { passed, failed } = count(JSON.parse(readFileSync(report, 'utf8')))
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

function allPassed() {
  return steps.every(({ hasPassed }) => hasPassed)
}

/** Prints the summary; CI parses its last line. */
function summarize() {
  console.log('')
  for (const { name, hasPassed, seconds } of steps) {
    console.log(`${hasPassed ? '✓' : '✗'} ${name.padEnd(22)}${seconds.toFixed(1).padStart(7)} s`)
  }
  if (!allPassed()) process.exitCode = 1
  const total = (key) => steps.reduce((sum, one) => sum + one[key], 0)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
}

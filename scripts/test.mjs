import { chmodSync, existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { getBrowserPrograms } from './browser-programs.mjs'
import { getTestChromium, getWindowedChromium } from './chromium.mjs'
import { withPostgres } from './postgres.mjs'
import { build, installTools } from './prepare.mjs'
import { run, temporaryFolder, throwIfInterrupted } from './processes.mjs'
import { playwrightResults, vitestResults } from './test-results.mjs'

// `npm test` is everything that CI does; `npm run check` (--quick) is the quick part.
const isQuick = process.argv.includes('--quick')
// Reports and the tests' data are in a temporary folder, so that concurrent runs don't interfere.
const { folder, remove: removeFolder } = temporaryFolder('tests', roomyMemory())
// The mail server of the tests reads its mail as another user.
chmodSync(folder, 0o711)
const steps = []

try {
  await checks()
  if (!isQuick && allPassed()) await slowTests()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  removeFolder()
  summarize()
}

/** Linux's file system in memory, if it has room: on a disk, tests would mostly wait for commits to be synced. */
function roomyMemory() {
  const path = '/dev/shm'
  const roomBytesMin = 4 * 1024 ** 3
  if (!existsSync(path)) return undefined
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize < roomBytesMin ? undefined : path
}

/** All checks run, even after a failure: each reports something different. */
async function checks() {
  if (!(await step('install', installTools))) return
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
    playwright({
      CHROMIUM_PATH: await getTestChromium(),
      WINDOWED_CHROMIUM_PATH: await getWindowedChromium(),
      ...(await getBrowserPrograms()),
    }),
  )
  await step('crash test', () => succeeds('node', ['stress/crash.ts', '--short']))
}

/**
 * Runs one step and records its result.
 *
 * @param {() => Promise<void | import('./test-results.mjs').Results>} work throws when the step failed as a whole
 * @returns {Promise<boolean>} whether it passed
 */
async function step(name, work) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  let results
  try {
    results = (await work()) ?? { passed: 0, failures: [] }
  } catch ({ message }) {
    console.error(message)
    // A step that fails without a failed test must not report "0 failed".
    results = { passed: 0, failures: [{ name, message }] }
  }
  steps.push({ name, seconds: (performance.now() - start) / 1000, ...results })
  throwIfInterrupted()
  return results.failures.length === 0
}

async function succeeds(command, args, env) {
  const { code } = await run(command, args, { env })
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

async function vitest(name, env) {
  const report = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run('vitest', ['run', ...reporters], { env: { TMPDIR: folder, ...env } })
  return reported(code, report, vitestResults)
}

async function playwright(env) {
  const report = join(folder, 'browsers.json')
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    env: { ...env, TMPDIR: folder, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return reported(code, report, playwrightResults)
}

function reported(code, report, resultsOf) {
  const whole = { name: 'the run', message: `ended with ${code}: see what it printed above` }
  if (!existsSync(report)) throw new Error(`The tests ended with ${code} before they reported`)
  const { passed, failures, unsteady } = resultsOf(JSON.parse(readFileSync(report, 'utf8')))
  return { passed, failures: code === 0 || failures.length > 0 ? failures : [whole], unsteady }
}

function allPassed() {
  return steps.every(({ failures }) => failures.length === 0)
}

/** Prints what failed or was unsteady, once more, and a line for each step; CI parses the last line. */
function summarize() {
  for (const step of steps) {
    for (const { name, message } of step.failures) {
      console.log(`\n✗ ${step.name}: ${name}\n${message.replace(/^/gm, '    ')}`)
    }
    for (const { name, message } of step.unsteady ?? []) {
      console.log(
        `\n~ ${step.name}, passed when tried again: ${name}\n${message.replace(/^/gm, '    ')}`,
      )
    }
  }
  console.log('')
  for (const { name, failures, seconds } of steps) {
    const mark = failures.length === 0 ? '✓' : '✗'
    console.log(`${mark} ${name.padEnd(22)}${seconds.toFixed(1).padStart(7)} s`)
  }
  if (!allPassed()) process.exitCode = 1
  const passed = steps.reduce((sum, step) => sum + step.passed, 0)
  const failed = steps.reduce((sum, step) => sum + step.failures.length, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
}

import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ name: string, message: string }} Failure what failed, and the first lines of why
 * @typedef {{ passed: number, failures: Failure[], unsteady?: Failure[] }} Results unsteady: passed when tried again
 */

/** Reads Vitest's JSON report. A file that fails before its first test counts as a failed test. */
export function vitestResults({ numPassedTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(process.cwd(), name)
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [failure(path, message)]
    return failed.map((one) => failure(`${path} > ${one.fullName}`, one.failureMessages[0]))
  })
  return { passed: numPassedTests, failures }
}

/** Reads Playwright's JSON report, where a spec file that can't be loaded is an error without a test. */
export function playwrightResults({ stats, errors, suites }) {
  const tests = suites
    .flatMap(specsOf)
    .flatMap((spec) => spec.tests.map((test) => ({ ...test, spec })))
  const endedAs = (wanted) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ spec, projectName, results }) =>
        failure(
          `[${projectName}] ${spec.file}:${spec.line} > ${spec.title}`,
          results.find(({ error }) => error)?.error.message,
        ),
      )
  const unread = errors.map(({ message }) => failure('a spec file', message))
  return {
    passed: stats.expected + stats.flaky,
    failures: [...unread, ...endedAs('unexpected')],
    unsteady: endedAs('flaky'),
  }
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** @returns {Failure} */
function failure(name, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
  return { name, message: lines.slice(0, 12).join('\n') }
}

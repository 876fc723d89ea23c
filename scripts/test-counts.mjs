/** Counts of Vitest's JSON report. A file that fails before its first test counts as a failed test. */
export function vitestCounts(report) {
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

/** Counts of Playwright's JSON report, where a spec file that can't be loaded is an error without a test. */
export function playwrightCounts({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

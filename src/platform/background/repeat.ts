/**
 * Does the work now and then every so often. While a run lasts longer than the interval, the next ones are left out:
 * they neither overlap nor queue up.
 * @param work must not reject: it logs its own errors
 * @returns a function that stops, once the run under way has ended
 */
export function repeat(work: () => Promise<void>, everyMs: number) {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work().finally(() => {
      running = undefined
    })
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** As `repeat`, for work that may reject: the error is logged with this message. */
export const repeatLogged = (
  log: { error(details: { err: unknown }, message: string): void },
  message: string,
  work: () => Promise<unknown>,
  everyMs: number,
) =>
  repeat(async () => {
    try {
      await work()
    } catch (err) {
      log.error({ err }, message)
    }
  }, everyMs)

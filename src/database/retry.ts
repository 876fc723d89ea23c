import { setTimeout } from 'node:timers/promises'
import { isDeadlock } from './errors.ts'

type Retry = {
  /** Whether what failed may succeed now. */
  when: (error: unknown) => boolean
  triesMax: number
  /** Before the second try; before the third twice that, and so on. */
  pauseMs?: number
}

/** Runs something, such as a transaction, again from its start after failures of one kind. @throws the last failure */
export async function retry<Result>(
  run: () => Promise<Result>,
  { when, triesMax, pauseMs = 0 }: Retry,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!when(error) || tries === triesMax) throw error
    }
    if (pauseMs > 0) await setTimeout(pauseMs * tries)
  }
}

/**
 * Runs one of several transactions of a call again when another one waited for it: what those before it have stored
 * stays, so the caller can't be told that nothing was. The other one gets a moment for what it waited for.
 */
export const retryAfterDeadlock = <Result>(run: () => Promise<Result>) =>
  retry(run, { when: isDeadlock, triesMax: 4, pauseMs: 100 })

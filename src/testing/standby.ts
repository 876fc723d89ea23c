import { expect } from 'vitest'
import { withClient } from '#database/postgres-dump.ts'
import { startStandby } from '../../scripts/postgres.mjs'

/** Starts a standby of the server at the URL, which the test lags, promotes and stops. */
export async function startTestStandby(primary = '') {
  const { url, stop } = await startStandby(primary)
  const query = (text: string) =>
    withClient(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows[0])
  return {
    url,
    stop,
    query,
    /** Stops the replay: what the primary writes from now on isn't seen here. */
    async pause() {
      await query('select pg_wal_replay_pause()')
      const stateOf = () => query('select pg_get_wal_replay_pause_state() as state')
      await expect.poll(stateOf).toEqual({ state: 'paused' })
    },
    resume: () => query('select pg_wal_replay_resume()'),
  }
}

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Server } from './servers.ts'

export const turnsFile = (pid: number) => join(tmpdir(), `huza-turns-${pid}`)

/** Settings of a server whose turns are watched. */
export const watchedTurns = {
  NODE_OPTIONS: `--import=${new URL('watch-turns.ts', import.meta.url)}`,
}

/** @returns how long the longest turn of a watched server's thread took since the last look, in ms of the processor */
export async function longestTurnMs({ pid }: Pick<Server, 'pid'>) {
  const file = turnsFile(pid)
  process.kill(pid, 'SIGUSR2')
  let text = ''
  while (text === '') {
    await wait(5)
    text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  rmSync(file)
  return Number(text)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { atExit, endWithUs } from '../../scripts/processes.mjs'
import { withClient } from '../../src/database/postgres-dump.ts'

/** Takes hold of the PostgreSQL server at the URL, which runs on this machine. */
export async function findPostgres(url: string) {
  const folder = await withClient(url, async (client) => {
    const { rows } = await client.query('show data_directory')
    return rows[0].data_directory as string
  })
  const { uid, gid } = statSync(folder)
  let main = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const [program = '', ...args] = readFileSync(`/proc/${main}/cmdline`, 'utf8')
    .split('\0')
    .filter(Boolean)
  let restarted: ReturnType<typeof spawn> | undefined
  let resume = () => {}
  const signal = (name: NodeJS.Signals) => {
    for (const pid of [main, ...childrenOf(main)]) process.kill(pid, name)
  }
  return {
    pause() {
      // Whoever ends this meanwhile ends the server as well, which takes no other signal while it is stopped.
      resume = atExit(() => signal('SIGCONT'))
      signal('SIGSTOP')
    },
    resume: () => resume(),
    kill: () => signal('SIGKILL'),
    start() {
      restarted = endWithUs(
        spawn(program, args, { uid, gid, cwd: folder, stdio: 'ignore' }),
        'SIGQUIT',
      )
      // A signal to 0 would reach this process and its group.
      if (!restarted.pid) throw new Error(`PostgreSQL does not start again: ${program}`)
      main = restarted.pid
    },
    /** Only what this has started; the first one belongs to whoever started that. */
    async stop() {
      if (!restarted || restarted.exitCode !== null) return
      restarted.kill('SIGQUIT')
      await once(restarted, 'exit')
    },
  }
}

/** The ids of the processes that this one has started. */
function childrenOf(parent: number) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)
}

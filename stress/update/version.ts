import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run, runOrThrow, temporaryFolder } from '../../scripts/processes.mjs'

const git = (...args: string[]) => run('git', args, { quiet: true })

/** What a version needs to serve on a socket that is open already. */
const socketFile = 'src/platform/background/systemd.ts'

/** The last commit before the newest migration that can be updated from, so that the update migrates. */
export async function commitBefore() {
  const migrations = 'src/database/migrations/0*.ts'
  const { output } = await git('log', '--diff-filter=A', '--format=%H', '--', migrations)
  for (const commit of output.trim().split('\n').slice(0, 20)) {
    const { code } = await git('cat-file', '-e', `${commit}^:${socketFile}`)
    if (code === 0) return `${commit}^`
  }
  throw new Error(`No version before a migration has ${socketFile}: please name one by --before`)
}

/** Builds the version of a commit in a folder of its own, with the packages of this one. */
export async function buildVersion(commit: string) {
  const { folder, remove } = temporaryFolder('huza-before')
  try {
    const archive = join(folder, 'version.tar')
    await runOrThrow('git', ['archive', `--output=${archive}`, commit])
    await runOrThrow('tar', ['-x', '-f', archive, '-C', folder])
    await rm(archive)
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const options = { cwd: folder, env: { NODE_ENV: 'production' }, quiet: true }
    await runOrThrow('react-router', ['build'], options)
  } catch (error) {
    remove()
    throw error
  }
  return { folder, remove }
}

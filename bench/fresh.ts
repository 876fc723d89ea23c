import { execFileSync, spawnSync } from 'node:child_process'
import { appendFile, readdir, realpath } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { temporaryFolder } from '../scripts/processes.mjs'
import { atMost, shown, table } from './table.ts'

const root = join(import.meta.dirname, '..')
const secondsMax = 53
const buildSecondsMax = 15
const installedMBMax = 450
const packedMBMax = 150

/**
 * Measures what somebody waits for who clones this revision: `npm start -- --build`, also again and after changes, and
 * a production folder. A start makes a database besides, the first time with demo content, and serves.
 */
export async function measureFresh(): Promise<string> {
  const { folder, remove } = temporaryFolder('huza-fresh')
  const clone = join(folder, 'clone')
  const start = () => run(['npm', 'start', '--', '--build'], clone)
  const append = (path: string) => appendFile(join(clone, path), '\n// Changed.\n')
  try {
    run(['git', 'clone', '--quiet', root, clone], folder)
    const first = start()
    const [installedMB, files] = [megabytes(join(clone, 'node_modules')), await countFiles(clone)]
    const again = start()
    await append('src/features/contact/public/contact-form.tsx')
    const page = start()
    await append('src/server/app.ts')
    const server = start()
    const packed = run(['npm', 'run', 'pack', '--', '../packed'], clone)
    const packedMB = megabytes(join(folder, 'packed'))
    // A package of its own for each kind of machine.
    const node = await realpath(join(folder, 'packed/node_modules/.bin/node'))
    const nodeMB = megabytes(dirname(dirname(node)))
    const rowOf = (name: string, one: typeof first, most?: number, buildMost?: number) => [
      name,
      shown(one.cpuS),
      shown(one.seconds),
      most ? atMost(one.seconds, most) : '',
      one.buildS ? shown(one.buildS) : '',
      buildMost ? atMost(one.buildS, buildMost) : '',
    ]
    return [
      table(
        ['a fresh clone', 'CPU s', 's', 'goal', 'of these the build', 'goal'],
        [
          rowOf('the first time', first, secondsMax, buildSecondsMax),
          rowOf('another', again),
          rowOf('after a page has changed', page),
          rowOf("after the server's part", server),
          rowOf('a production folder', packed),
        ],
      ),
      `Installed: ${shown(installedMB)} MB, ${atMost(installedMB, installedMBMax)}, in ${files} files`,
      `A production folder beside Node's ${shown(nodeMB)} MB: ${shown(packedMB - nodeMB)} MB, ${atMost(packedMB - nodeMB, packedMBMax)}`,
    ].join('\n\n')
  } finally {
    remove()
  }
}

/**
 * Runs a command as in a new terminal. @returns the time of the processors and of the clock, and what of it was the
 * build
 */
function run(command: readonly string[], cwd: string) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.startsWith(root))
  // The registry's certificate may be one that the machine alone knows.
  const { HOME, NODE_EXTRA_CA_CERTS } = process.env
  const env = { HOME, NODE_EXTRA_CA_CERTS, PATH: path.join(delimiter) }
  const timed = `TIMEFORMAT='%U %S %R'; time "$@"`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', timed, 'bash', ...command], {
    cwd,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`)
  const [user = 0, system = 0, seconds = 0] =
    stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  const buildS = Number(/Building the site: done in ([\d.]+) s/.exec(stdout)?.[1] ?? 0)
  return { cpuS: user + system, seconds, buildS }
}

/** As the disk has them, a file of two names counted once. @throws where there is no such folder */
const megabytes = (folder: string) =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])

const countFiles = async (clone: string) =>
  (await readdir(join(clone, 'node_modules'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length

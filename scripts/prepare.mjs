import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runOrThrow, toolsFolder } from './processes.mjs'
import { isUnread, removeWithin } from './unread-files.mjs'

// This runs before anything is installed, on the machine's own Node: it may use no package.

/** The project's own Node, which may be newer than the one that runs this file. */
export const projectNode = join(toolsFolder, 'node')

/**
 * Installs `dependencies`, which run and build the site, unless they are there already. Whoever has `devDependencies`,
 * which test it, keeps them.
 */
export async function install() {
  if (!isInstalled(isNeedless)) {
    await announced('Installing packages', () => npmInstall(hasTools() ? allPackages : neededAlone))
    removeWithin(join(root, 'node_modules'), isUnread)
  }
}

/**
 * Installs all packages, unless they are there already: what tests, checks and measures needs `devDependencies`, too.
 */
export async function installTools() {
  if (!isInstalled(isOptional)) {
    await announced('Installing packages and tools', () => npmInstall(allPackages))
  }
}

/** Installs `dependencies` alone into a folder that has the lock file. */
export const installProduction = (folder) =>
  announced('Installing what the server needs', () => npmInstall(neededAlone, { cwd: folder }))

/** Said expressly, because NODE_ENV=production would omit them. */
const allPackages = ['--include=dev']
/** Packages name tools such as TypeScript as optional peers, which npm installs where the lock file has them. */
const neededAlone = ['--omit=dev', '--legacy-peer-deps']

function npmInstall(choice, options = {}) {
  // Not `npm ci`: it refuses a lock file without the optional packages for other systems.
  // `npm install` uses the versions of the lock file as well, and keeps what is installed already.
  const flags = ['--no-save', ...choice, '--no-audit', '--no-fund', '--loglevel=error']
  const args = ['install', ...flags]
  const npm = process.env.npm_execpath
  const installed = npm?.endsWith('npm-cli.js')
    ? runOrThrow(process.execPath, [npm, ...args], options)
    : runOrThrow('npm', args, options)
  return installed.catch((error) => {
    throw new Error(error.message + hintOnNpm(process.env.npm_config_user_agent))
  })
}

/**
 * What to do about an installation that failed, where npm is too old for it.
 *
 * @param {string | undefined} agent what npm tells its scripts of itself
 */
export function hintOnNpm(agent) {
  const [version, major, minor] = /(?<=^npm\/)(\d+)\.(\d+)\S*/.exec(agent ?? '') ?? []
  const isOld = Number(major) < 11 || (Number(major) === 11 && Number(minor) < 16)
  if (!isOld) return ''
  return `\n\nThis is npm ${version}, which compiles packages that 11.16 or newer doesn't: npm install --global npm@11`
}

/** What to do where the system lacks a library that the project's Node needs. @param {string} message */
export const hintOnLibrary = (message) =>
  /libatomic\.so/.test(message)
    ? '\n\nThe Node of this project needs libatomic: apt install libatomic1, or dnf install libatomic'
    : ''

/** Builds the site, unless build/ is up to date. */
export async function build() {
  const stamp = join(root, 'build', '.stamp')
  const sources = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  // Removed first, so that an aborted build doesn't count as complete.
  rmSync(stamp, { force: true })
  await announced('Building the site', () =>
    runOrThrow('react-router', ['build'], { env: { NODE_ENV: 'production' } }).catch((error) => {
      throw new Error(error.message + hintOnLibrary(error.message))
    }),
  )
  writeFileSync(stamp, sources)
}

/**
 * Compares npm's record of the installed packages with the lock file. npm writes it last, so an aborted installation
 * doesn't count.
 *
 * @param {(locked: { optional?: true, dev?: true, devOptional?: true }, path: string) => boolean} mayLack whether an
 * entry of the lock file need not be installed
 */
export function isInstalled(mayLack, folder = root) {
  if (!existsSync(join(folder, 'node_modules', '.bin', 'node'))) return false
  const installed = readInstalled(folder)
  return Object.entries(readPackages(join(folder, 'package-lock.json'))).every(([path, locked]) => {
    const found = installed[path]
    return found ? found.version === locked.version : path === '' || mayLack(locked, path)
  })
}

/** Optional packages are mostly binaries for other systems, which npm omits. */
export const isOptional = (locked) => locked.optional === true
const isTool = (locked) => locked.dev === true
/**
 * `devOptional` is a tool that another package names as an optional peer. Types are as well, without being marked.
 */
export const isNeedless = (locked, path) =>
  isOptional(locked) ||
  isTool(locked) ||
  locked.devOptional === true ||
  /^node_modules\/(@types\/|csstype$)/.test(path)
const hasTools = () => Object.values(readInstalled()).some(isTool)

function readInstalled(folder = root) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  return existsSync(record) ? readPackages(record) : {}
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

/** What no page imports (`npm run lint:imports` holds that): a change of it needs no build. */
const isNotBuilt =
  /\.test\.tsx?$|^src\/(features\/[^/]+\/server|commands|database|platform|seed|server|testing)\/|^src\/main\.ts$/

/** Hashes names and contents instead of times: a checkout changes the times of unchanged files. */
function hashOfSources() {
  const hash = createHash('sha256')
  const single = readdirSync(root).filter((name) =>
    /(\.config\.ts|^package.*\.json|^tsconfig\.json)$/.test(name),
  )
  for (const path of [
    ...single.sort(),
    ...filesIn('public'),
    ...filesIn('vite'),
    ...filesIn('src'),
  ]) {
    if (isNotBuilt.test(path)) continue
    const contents = readFileSync(join(root, path))
    hash.update(`${path}\0${contents.length}\0`).update(contents)
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesIn(path)
      return entry.isFile() ? [path] : []
    })
}

async function announced(name, work) {
  const start = performance.now()
  process.stdout.write(`${name}…\n`)
  await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(`${name}: done in ${seconds} s\n`)
}

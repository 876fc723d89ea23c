import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runOrThrow, toolsFolder } from './processes.mjs'

// Everything here runs before anything is installed, on whichever Node the machine has: it may use no package.

/** The project's own Node, which may be newer than the one that runs this file. */
export const projectNode = join(toolsFolder, 'node')

/** Installs the packages of package-lock.json, unless they are there already. */
export async function install() {
  if (isInstalled()) return
  await announced('Installing packages', () => {
    // Not `npm ci`: it refuses a lock file that was written where a registry has no packages for other systems.
    // This takes the same versions from the lock file, leaves it alone, and keeps what is installed already.
    // NODE_ENV=production makes npm leave out what the build needs, so that is asked for by name.
    const flags = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const args = ['install', ...flags]
    const npm = process.env.npm_execpath
    return npm?.endsWith('npm-cli.js')
      ? runOrThrow(process.execPath, [npm, ...args])
      : runOrThrow('npm', args)
  })
}

/** Builds the site's pages, unless build/ already is what the sources would give. */
export async function build() {
  const stamp = join(root, 'build', '.stamp')
  const sources = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  // A build that breaks off must not pass for a finished one.
  rmSync(stamp, { force: true })
  await announced('Building the site', () =>
    runOrThrow('react-router', ['build'], { env: { NODE_ENV: 'production' } }),
  )
  writeFileSync(stamp, sources)
}

/**
 * npm keeps its own record of what it installed. Compared with the lock file it also knows of packages
 * that were added by hand, and it is written last, so an installation that broke off doesn't count.
 */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(projectNode)) return false
  const installed = readPackages(record)
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    const found = installed[path]
    // The optional ones are mostly binaries for other systems, which npm leaves out.
    if (!found) return path === '' || wanted.optional === true
    return found.version === wanted.version
  })
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

/** Names and contents rather than times: a checkout or a copy touches the times of files it doesn't change. */
function hashOfSources() {
  const hash = createHash('sha256')
  const single = readdirSync(root).filter((name) =>
    /(\.config\.ts|^package.*\.json|^tsconfig\.json)$/.test(name),
  )
  for (const path of [
    ...single.sort(),
    ...filesIn('public'),
    ...filesIn('scripts'),
    ...filesIn('src'),
  ]) {
    if (/\.test\.tsx?$/.test(path)) continue
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

async function announced(what, work) {
  const start = performance.now()
  process.stdout.write(`${what}…\n`)
  await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(`${what}: done in ${seconds} s\n`)
}

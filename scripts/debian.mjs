import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runOrThrow } from './processes.mjs'

/** The path of the first of these commands found on PATH, or undefined. */
export function findOnPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The path of a program: what the environment names, the machine's own, or Debian's, installed now.
 *
 * @param {{ what: string, variable: string, names: string[], packages: string[] }} program `what` as a person would say
 *   it, `names` of its command
 * @throws one line that says what is missing
 */
export async function getProgram({ what, variable, names, packages }) {
  const given = process.env[variable]
  if (given) {
    if (!isExecutable(given)) throw new Error(`${variable} is not a program: ${given}`)
    return given
  }
  const found = findOnPath(...names)
  if (found) return found
  await installPackages(what, packages)
  const installed = findOnPath(...names)
  if (!installed)
    throw new Error(`${what} is missing, even after installing ${packages.join(', ')}`)
  return installed
}

/**
 * Installs Debian packages.
 *
 * @param {string} name the missing software, for messages
 * @throws one line that says what is missing, if this user or system can't install it
 */
export async function installPackages(name, packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `${name} is missing: install it (Debian: apt-get install ${packages.join(' ')})`,
    )
  }
  console.log(`Installing ${name} from Debian's packages…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  // Waits for another apt-get that may be running.
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=120']
  await runOrThrow('apt-get', [...options, 'update'], { env })
  await runOrThrow(
    'apt-get',
    [...options, 'install', '-y', '--no-install-recommends', ...packages],
    { env },
  )
}

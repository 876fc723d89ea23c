import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The project's tools, including its own Node: first on PATH, so that tools with a `node` shebang use it. */
export const toolsFolder = join(root, 'node_modules', '.bin')

const running = new Set()
let interruptedBy

// A terminal sends Ctrl-C to all processes of the command, `kill` only to this one. In both cases the running step
// ends, its caller throws, and `finally` blocks clean up. Where no step runs, this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interruptedBy = signal
    if (running.size === 0) process.exit(128 + constants.signals[signal])
    for (const child of running) child.kill(signal)
  })
}

const cleanUps = new Set()

// What was begun last ends first: a server before its folder is removed.
process.on('exit', () => {
  for (const cleanUp of [...cleanUps].reverse()) {
    try {
      cleanUp()
    } catch (error) {
      console.error(error.message)
    }
  }
})

/**
 * Has something done when this process ends, by a signal as well.
 *
 * @param {() => void} work
 * @returns does it now instead
 */
export function atExit(work) {
  const cleanUp = () => {
    if (cleanUps.delete(cleanUp)) work()
  }
  cleanUps.add(cleanUp)
  return cleanUp
}

/**
 * Makes a folder that is removed with this process, by a signal as well.
 *
 * @param {string} name what its own name begins with
 * @returns {{ folder: string, remove: () => void }} `remove` removes it now
 */
export function temporaryFolder(name, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, `${name}-`))
  return { folder, remove: atExit(() => removeFolder(folder)) }
}

/** A server that has just been told to end removes files, too: `rmSync` stops at one that is gone, and says nothing. */
function removeFolder(folder) {
  for (let tries = 0; tries < 100 && existsSync(folder); tries += 1) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 9 })
  }
}

/**
 * Has a child process end with this one, by a signal as well.
 *
 * @template {import('node:child_process').ChildProcess} Child
 * @param {Child} child
 * @param {NodeJS.Signals} signal
 * @returns {Child} the same
 */
export function endWithUs(child, signal = 'SIGKILL') {
  const end = () => child.kill(signal)
  cleanUps.add(end)
  child.once('exit', () => cleanUps.delete(end))
  return child
}

/** Throws if the command was interrupted, so that no further step begins. */
export function throwIfInterrupted() {
  if (interruptedBy) throw new Error(`Stopped by ${interruptedBy}`)
}

/** The environment of child processes: this process's own with the project's tools first on PATH, and `extra`. */
export function environment(extra = {}) {
  return { ...process.env, PATH: toolsFolder + delimiter + process.env.PATH, ...extra }
}

/**
 * Runs a command in the project's folder and waits until it ends.
 *
 * @param {string} command a path, or a name on PATH
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, [option: string]: unknown }} options `quiet` keeps the
 * output for the result instead of showing it; the others are those of `spawn`
 * @returns {Promise<{ code: number, output: string }>} 127 when the command can't be started
 * @throws when the whole command was interrupted
 */
export async function run(command, args, { env, quiet = false, ...options } = {}) {
  throwIfInterrupted()
  const child = spawn(command, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    ...options,
    env: environment(env),
  })
  running.add(child)
  let output = ''
  const keep = (chunk) => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += `${error.message}\n`
      resolve(127)
    })
    child.on('close', (exitCode) => resolve(exitCode ?? 1))
  })
  running.delete(child)
  throwIfInterrupted()
  return { code, output }
}

/** Runs a command quietly. @throws with its output when it fails */
export async function runOrThrow(command, args, options = {}) {
  const { code, output } = await run(command, args, { ...options, quiet: true })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output.trimEnd()}`)
  return output
}

import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { build, install, projectNode } from './prepare.mjs'
import { environment, root, throwIfInterrupted } from './processes.mjs'
import { needsRestart, serverArguments, serverEnvironment } from './server-process.mjs'

// `npm start` serves the built site; `npm start -- --build` only installs and builds it; `npm run dev` (--dev) skips
// the build and restarts the server on every change.
const isDev = process.argv.includes('--dev')
const isBuildOnly = process.argv.includes('--build')
let isEnding = false
let restart

try {
  await install()
  if (!isDev) await build()
  throwIfInterrupted()
  if (isBuildOnly) process.exit()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

let server = startServer()

// Signals are forwarded: this process ends after the server.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.removeAllListeners(signal)
  process.on(signal, () => {
    isEnding = true
    // A terminal sends Ctrl-C to the server as well; a second signal would cut its shutdown short.
    const hasItAlready = signal === 'SIGINT' && process.stdin.isTTY
    if (!hasItAlready) server.kill(signal)
    if (server.exitCode !== null) process.exit()
  })
}

if (isDev) watch(join(root, 'src'), { recursive: true }, (_event, file) => restartAfter(file ?? ''))

function startServer() {
  const child = spawn(projectNode, serverArguments, {
    cwd: root,
    stdio: 'inherit',
    env: environment({ ...serverEnvironment, NODE_ENV: isDev ? 'development' : 'production' }),
  })
  child.on('error', (error) => {
    console.error(`Can't run the server: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    // In development a crashed server restarts at the next change.
    if (!isDev || isEnding) process.exit(code ?? 128 + constants.signals[signal])
  })
  return child
}

function restartAfter(file) {
  if (!needsRestart(file) || isEnding) return
  clearTimeout(restart)
  restart = setTimeout(() => {
    console.log(`\n  ${file} changed`)
    const start = () => {
      server = startServer()
    }
    if (server.exitCode !== null || server.signalCode !== null) return start()
    server.removeAllListeners('exit').once('exit', start).kill('SIGTERM')
  }, 100)
}

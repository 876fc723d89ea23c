import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { build, install, projectNode } from './prepare.mjs'
import { environment, root, throwIfInterrupted } from './processes.mjs'
import { serverArguments, serverEnvironment } from './server-process.mjs'

// `npm start` serves the built site; `npm run dev` (--dev) builds nothing and restarts the server on every change.
const isDev = process.argv.includes('--dev')
let isEnding = false
let restart

try {
  await install()
  if (!isDev) await build()
  throwIfInterrupted()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

let server = startServer()

// From here on the server decides when to end, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.removeAllListeners(signal)
  process.on(signal, () => {
    isEnding = true
    // A terminal gives Ctrl-C to the server as well. Given twice, it would cut short an orderly end.
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
    // In development a server that fell over waits for the change that mends it.
    if (!isDev || isEnding) process.exit(code ?? 128 + constants.signals[signal])
  })
  return child
}

/** What pages are made of reloads in the browser by itself; everything else needs a new server. */
function restartAfter(file) {
  const isPage = /\.(tsx|css)$|(^|\/)(public|dashboard|ui|layout|pages|client)\/|\.test\.ts$/.test(
    file,
  )
  if (isPage || !file.endsWith('.ts') || isEnding) return
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

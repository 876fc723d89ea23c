import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build, install, projectNode } from './prepare.mjs'
import { environment, root, throwIfInterrupted } from './processes.mjs'

// `npm start` serves the built site; `npm run dev` (--dev) builds nothing and restarts the server on every change.
const isDev = process.argv.includes('--dev')

try {
  await install()
  if (!isDev) await build()
  throwIfInterrupted()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const watch = ['--watch', '--watch-preserve-output']
const server = spawn(projectNode, [...(isDev ? watch : []), 'src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ NODE_ENV: isDev ? 'development' : 'production' }),
})

// From here on the server decides when to end, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.removeAllListeners(signal)
  process.on(signal, () => {
    // A terminal gives Ctrl-C to the server as well. Given twice, it would cut short an orderly end.
    const hasItAlready = signal === 'SIGINT' && process.stdin.isTTY
    if (!hasItAlready) server.kill(signal)
  })
}

server.on('error', (error) => {
  console.error(`Can't run the server: ${error.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))

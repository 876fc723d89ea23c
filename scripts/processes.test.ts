import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

/** Starts a program that uses processes.mjs. @returns it, and its output and exit code when it has ended */
function start(program: string) {
  const source = `
    import { spawn } from 'node:child_process'
    import { atExit, endWithUs, run } from ${JSON.stringify(join(import.meta.dirname, 'processes.mjs'))}
    ${program}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  const ended = once(child, 'exit').then(async ([code]) => ({ code, output: await output }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended }
}

test('a signal ends a program that runs no step, and what belongs to it, the last first', async () => {
  const { child, ended } = start(`
    atExit(() => console.log('folder removed'))
    atExit(() => console.log('at once'))()
    endWithUs(spawn('sleep', ['600'], { stdio: 'inherit' }))
    atExit(() => console.log('server ends'))
    setInterval(() => {}, 1_000)`)
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  const { code, output } = await ended
  expect(code).toBe(143)
  // The server has the same output, which has come to its end only now that the server is gone.
  expect(output).toBe('at once\nserver ends\nfolder removed\n')
})

test('a signal ends the step that runs, and its caller cleans up', async () => {
  const { child, ended } = start(`
    try {
      console.log('begins')
      await run('sleep', ['600'])
    } catch (error) {
      console.log(error.message)
    } finally {
      console.log('cleaned up')
    }`)
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 0, output: 'begins\nStopped by SIGINT\ncleaned up\n' })
})

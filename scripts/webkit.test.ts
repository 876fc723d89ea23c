import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

test('a browser driver that is missing is told of, and nothing else is ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'huza-driver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [display, driver] = [join(folder, 'display'), join(folder, 'driver')]
  writeFileSync(display, '#!/bin/sh\necho 1\nexec sleep 600\n', { mode: 0o755 })
  const program = `
    // As Playwright does.
    process.on('uncaughtException', () => {})
    const { startWebkit } = await import(${JSON.stringify(join(import.meta.dirname, '../e2e/engines/webkit.ts'))})
    const { openWindow } = await startWebkit()
    await openWindow().catch((error) => {
      console.error(error.message)
      process.exit(1)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    // A group of its own, which it may end.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, XVFB_PATH: display, WEBKIT_DRIVER_PATH: driver },
  })
  const errors = text(child.stderr)
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await errors).toContain(`spawn ${driver} ENOENT`)
})

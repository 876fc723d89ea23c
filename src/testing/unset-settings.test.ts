import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { environmentSchema, readConfig } from '#config'
import { unsetSettings } from './unset-settings.ts'

const root = join(import.meta.dirname, '../..')

test('no setting of a .env reaches a program that is started with all of them unset', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'huza-settings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const names = Object.keys(environmentSchema.shape)
  await writeFile(join(folder, '.env'), names.map((name) => `${name}=real\n`).join(''))
  const program = `
    const { readConfig } = await import(${JSON.stringify(join(root, 'src/config.ts'))})
    console.log(JSON.stringify(readConfig()))`
  const start = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      env,
    })
  const { stdout } = await start(unsetSettings)
  const expected = { ...readConfig({}), dataDir: join(folder, 'data') }
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)))
  await expect(start({})).rejects.toThrow('NODE_ENV')
})

/** Starts the server or a command, which read the settings. */
const startsProgram = /serverArguments|new URL\('(main|user|doctor|data-key|backup|restore)\.ts'/

test('whatever of the tests and measurements starts the server or a command unsets all settings', async () => {
  const folders = ['src', 'e2e', 'bench', 'stress', 'tools']
  const starting = []
  for (const folder of folders) {
    for (const path of await readdir(join(root, folder), { recursive: true })) {
      if (!(folder === 'src' ? /\.test\.ts$/ : /\.ts$/).test(path)) continue
      const file = join(folder, path)
      const text = await readFile(join(root, file), 'utf8')
      if (/\b(spawn|execFile|fork)(Sync)?\b/.test(text) && startsProgram.test(text)) {
        starting.push({ file, unsets: text.includes('...unsetSettings') })
      }
    }
  }
  expect(starting.filter(({ unsets }) => !unsets)).toEqual([])
  expect(starting.length).toBeGreaterThan(4)
})

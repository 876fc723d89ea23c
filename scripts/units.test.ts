import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const units = readdirSync(join(root, 'deploy'))
const named = (end: string) => units.filter((name) => name.endsWith(end))

test.each(named('.service'))('%s starts a program that there is', (unit) => {
  const [, program = ''] =
    /^ExecStart=\S+\/node .*?(src\/\S+\.ts)$/m.exec(read(`deploy/${unit}`)) ?? []
  expect(existsSync(join(root, program)), program).toBe(true)
})

test('the backup and the doctor run by timers, which running.md enables', () => {
  const enabled = /^systemctl enable --now (.*)$/m.exec(read('docs/running.md'))?.[1]?.split(' ')
  expect(named('.timer')).toEqual(['huza-backup.timer', 'huza-doctor.timer'])
  for (const timer of named('.timer')) {
    expect(units).toContain(timer.replace('.timer', '.service'))
    expect(enabled).toContain(timer)
  }
})

test('the site, which notes erasures there, and the doctor may write where the backup does', () => {
  const placesOf = (unit: string) => /^ReadWritePaths=(.*)$/m.exec(read(`deploy/${unit}`))?.[1]
  expect(placesOf('huza-doctor.service')).toBe(placesOf('huza-backup.service'))
  expect(read('deploy/huza@.service')).toContain('\nStateDirectory=huza\n')
  expect(`/var/lib/huza ${placesOf('huza@.service')}`).toBe(placesOf('huza-backup.service'))
})

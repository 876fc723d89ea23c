import { expect, test } from 'vitest'
import { hintOnNpm } from './prepare.mjs'

test('a failed installation says how to get an npm that is new enough', () => {
  const command = 'npm install --global npm@11'
  for (const old of ['10.8.2', '11.15.0', '9.9.9']) {
    expect(hintOnNpm(`npm/${old} node/v20.17.0 linux x64`)).toContain(`npm ${old}`)
    expect(hintOnNpm(`npm/${old} node/v20.17.0 linux x64`)).toContain(command)
  }
  for (const other of [
    'npm/11.16.0 node/v24.1.0',
    'npm/12.0.1 node/v24.1.0',
    'yarn/4',
    undefined,
  ]) {
    expect(hintOnNpm(other)).toBe('')
  }
})

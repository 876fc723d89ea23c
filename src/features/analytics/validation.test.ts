import { expect, test } from 'vitest'
import { clickName } from './validation.ts'

test('a click is counted by its label unless that may be personal', () => {
  expect(clickName('  Hire\n with Us ')).toBe('Hire with Us')
  for (const personal of ['aline@example.rw', '+250 78812345', 'https://meet.example/abc-defg']) {
    expect(clickName(personal)).toBe('')
  }
})

import { expect, test } from 'vitest'
import { erasedHash } from '../retention/erasure-list.ts'
import { hashEmail } from './audit-log.ts'

const services = { secret: 'a secret for tests that is long enough' }

test.each([
  [
    'the list of erased people',
    erasedHash(services, 'aline@example.rw'),
    'fFEVlE4P0hVyYSBKHZEC5XAr6MW5irepjWGu1zcbSI8',
  ],
  [
    'the audit log',
    hashEmail(services, 'Aline@Example.rw'),
    'juP7tBlg_E1YGU1LcggAZd1gXajFzsUyalp4odVe2DE',
  ],
])('a hash in %s is what it was in every version before', (_, hash, stored) => {
  // Another one would match nothing that is stored, and restored backups would bring erased people back.
  expect(hash).toBe(stored)
})

import { expect, test } from 'vitest'
import { createClientIpReader } from './client-ip.ts'

test('without trusted proxies X-Forwarded-For is ignored', () => {
  const read = createClientIpReader([])
  expect(read('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
})

test("a trusted proxy names the client, and the client's own X-Forwarded-For is ignored", () => {
  const read = createClientIpReader(['10.0.0.0/8'])
  expect(read('10.0.0.2', '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7')
  expect(read('10.0.0.2', '198.51.100.7, 10.1.1.1')).toBe('198.51.100.7')
  expect(read('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
})

test('values that are no IP address are ignored', () => {
  const read = createClientIpReader(['private'])
  expect(read('127.0.0.1', 'unknown')).toBe('127.0.0.1')
  expect(read('127.0.0.1', '')).toBe('127.0.0.1')
  expect(read('127.0.0.1', null)).toBe('127.0.0.1')
})

test('IPv6 clients are identified by /64, and IPv4-mapped ones as IPv4', () => {
  const read = createClientIpReader([])
  expect(read('2001:db8::1', null)).toBe(read('2001:db8:0:0:ffff::2', null))
  expect(read('2001:db8::1', null)).not.toBe(read('2001:db8:0:1::1', null))
  expect(read('::ffff:192.0.2.1', null)).toBe('192.0.2.1')
})

test.each(['proxy.example', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/x', '::1/129'])(
  'an invalid proxy address such as %s stops the start and is named',
  (proxy) => {
    expect(() => createClientIpReader(['private', proxy])).toThrow(`"${proxy}"`)
  },
)

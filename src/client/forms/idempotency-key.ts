/** The fields of a form in the names of its call, in their order. */
export type Wire = readonly [string, string | File][]

export type SendAttempt = { key: string; wire: Wire }

/**
 * One attempt for the same fields, however often they are sent, so that the server stores them once: a retry
 * keeps the key of the first. Changed fields make a new attempt.
 */
export function attemptFor(wire: Wire, previous: SendAttempt | null): SendAttempt {
  if (previous && isSame(previous.wire, wire)) return previous
  return { key: randomKey(), wire }
}

function isSame(one: Wire, other: Wire) {
  return (
    one.length === other.length &&
    one.every(([name, value], index) => other[index]?.[0] === name && other[index][1] === value)
  )
}

/** A random UUID, also where a page on plain HTTP has no crypto.randomUUID. */
export function randomKey(randomUuid = globalThis.crypto.randomUUID?.bind(globalThis.crypto)) {
  if (randomUuid) return randomUuid()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

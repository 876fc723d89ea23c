/** The fields of a form in order, by their names in the API. */
export type Wire = readonly [string, string | File][]

export type SendAttempt = { key: string; wire: Wire }

/**
 * Keeps the previous attempt, and so its key, when the same fields are sent again: the server then stores them once.
 * Changed fields make a new attempt.
 */
export function attemptFor(wire: Wire, previous: SendAttempt | null): SendAttempt {
  if (previous && isSame(previous.wire, wire)) return previous
  return { key: randomKey(), wire }
}

function isSame(one: Wire, other: Wire) {
  return (
    one.length === other.length &&
    one.every(([name, value], index) => {
      const [otherName, otherValue] = other[index] ?? []
      return name === otherName && (value === otherValue || isSameFile(value, otherValue))
    })
  )
}

/** A file and its copy in memory are the same (`src/ui/forms/use-chosen-file.ts`). */
const isSameFile = (one: unknown, other: unknown) =>
  one instanceof File &&
  other instanceof File &&
  one.name === other.name &&
  one.size === other.size &&
  one.lastModified === other.lastModified

/** A random UUID, also on plain HTTP, where browsers have no crypto.randomUUID. */
export function randomKey(randomUuid = globalThis.crypto.randomUUID?.bind(globalThis.crypto)) {
  if (randomUuid) return randomUuid()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The storage has answered that it gives out, or removes, one file not, and would answer so again. */
export class RefusedFile extends Error {
  constructor(key: string, cause?: unknown) {
    super(`The storage refuses ${key}`, { cause })
  }
}

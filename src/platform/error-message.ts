/** What to print of an error. Of several attempts to connect, Node tells the messages apart from the error. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  return error.message || (error as NodeJS.ErrnoException).code || String(error)
}

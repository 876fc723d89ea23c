import type { Log } from '../http/log.ts'

/** How many were sealed, and how many could not be. */
export type Sealed = { sealed: number; failed: number }
export type OnSealed = (sealed: number, failed: number) => void

/** What is sealed row by row. Each is changed by one statement, so that it waits for nobody who waits for it. */
export type Sealing<Row extends { id: number }> = {
  log: Log
  /** What could not be sealed, for the log. */
  what: string
  /** The next page of those that are to be sealed. */
  find(after: number): Promise<Row[]>
  /** @returns false where the row has changed since it was read */
  seal(row: Row): Promise<boolean>
  max?: number
  onSealed?: OnSealed
  /** What becomes of a row that can't be sealed. By default the log tells of it. @throws where no other can be, either */
  onFailed?: (row: Row, err: unknown) => Promise<unknown>
}

export async function sealEach<Row extends { id: number }>({
  log,
  what,
  find,
  seal,
  max = Number.POSITIVE_INFINITY,
  onSealed,
  onFailed = async ({ id }, err) => log.warn({ err, row: id }, `${what} not sealed`),
}: Sealing<Row>): Promise<Sealed> {
  const outcome = { sealed: 0, failed: 0 }
  for (let last = 0; outcome.sealed + outcome.failed < max; ) {
    const rows = await find(last)
    if (rows.length === 0) break
    for (const row of rows) {
      try {
        if (await seal(row)) outcome.sealed += 1
      } catch (err) {
        await onFailed(row, err)
        outcome.failed += 1
      }
      last = row.id
    }
    onSealed?.(outcome.sealed, outcome.failed)
  }
  return outcome
}

/** Seals until none is found any more: what others have written meanwhile is found the next time. */
export async function sealUntilNone(
  seal: (onSealed: OnSealed) => Promise<Sealed>,
  onSealed: OnSealed,
): Promise<Sealed> {
  let all: Sealed = { sealed: 0, failed: 0 }
  for (;;) {
    const before = all.sealed
    const { sealed, failed } = await seal((some, missed) => onSealed(before + some, missed))
    all = { sealed: before + sealed, failed }
    if (sealed === 0) return all
  }
}

/**
 * Walks through a table in the order of its ids, so that no query takes long, however many rows there are.
 * @param find some rows after an id; none at the end
 */
export async function* inIdWindows<Row extends { id: number }>(
  find: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after = 0
  for (;;) {
    const rows = await find(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

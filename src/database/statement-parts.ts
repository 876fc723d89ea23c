const partSize = 500

/** Rows in parts, each small enough for one statement: both engines limit how many parameters that has. */
export function* statementParts<Row>(rows: readonly Row[]) {
  for (let start = 0; start < rows.length; start += partSize) {
    yield rows.slice(start, start + partSize)
  }
}

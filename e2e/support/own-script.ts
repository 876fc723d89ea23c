/** The most that the script of every public page (`src/entry.page.ts`) may have, in bytes of brotli, without headers. */
export const ownScriptMax = 4_000

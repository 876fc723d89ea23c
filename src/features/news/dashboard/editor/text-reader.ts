const pauseMs = 250
const pauseMaxMs = 2_000

/**
 * Reads a text in a pause, or while somebody types on: reading a long one at each key would hold up the next.
 * @param onRead gets the text
 */
export function createTextReader(onRead: (text: string) => void) {
  let readText: (() => string) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let unreadSince: number | undefined

  function readNow() {
    clearTimeout(timer)
    const read = readText
    readText = undefined
    unreadSince = undefined
    if (read) onRead(read())
  }

  return {
    hasUnread: () => readText !== undefined,
    /** Notes that the text has changed, to read it later. */
    noteChange(read: () => string) {
      readText = read
      unreadSince ??= Date.now()
      clearTimeout(timer)
      const leftMs = unreadSince + pauseMaxMs - Date.now()
      timer = setTimeout(readNow, Math.max(0, Math.min(pauseMs, leftMs)))
    },
    /** Reads the text now, if it has changed. */
    readNow,
  }
}

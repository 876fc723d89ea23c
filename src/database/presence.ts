/** Longer than browsers take to say again that somebody is there (`lookEveryMs`), on a slow connection, too. */
const presentMs = 8_000

/** Until when somebody counts as present who was so just now. */
export const presentUntil = (now: Date) => new Date(now.getTime() + presentMs).toISOString()

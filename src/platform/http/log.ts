import pino from 'pino'

export type Log = pino.Logger

/** A log of JSON lines on standard output; secrets and what applicants write never go in. */
export const openLog = (level: string): Log =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })

import pino from 'pino'

export type Log = pino.Logger

/** Logs JSON lines to standard output. Never log secrets or applicants' data. */
export const openLog = (level: string): Log =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })

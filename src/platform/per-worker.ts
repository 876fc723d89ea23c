/** Divides a limit of the machine among its WORKERS. */
export const perWorker = (ofMachine: number, { workers }: { workers: number }) =>
  Math.max(1, Math.floor(ofMachine / workers))

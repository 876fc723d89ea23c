/** How much of what the machine has one of its WORKERS may take, so that they take no more than one alone would. */
export const perWorker = (ofMachine: number, { workers }: { workers: number }) =>
  Math.max(1, Math.floor(ofMachine / workers))

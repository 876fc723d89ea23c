/**
 * How Node is told to run the server. New objects get 4 MB instead of some 30, and the heap is cleared each time that it
 * has grown by a third: it does as well with that, and takes so much less memory under load.
 */
export const serverArguments = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=30',
  'src/main.ts',
]

/** On Linux, every thread that takes memory keeps a store of its own otherwise, and seldom gives anything back. */
export const serverEnvironment = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }

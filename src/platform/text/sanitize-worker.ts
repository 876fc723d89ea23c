import { parentPort, workerData } from 'node:worker_threads'
import { checks, type TextKind } from './sanitize-apart.ts'

// Run by sanitize-apart.ts, one thread per text.
const { text, kind } = workerData as { text: string; kind: TextKind }
parentPort?.postMessage(checks[kind](text))

import { parentPort, workerData } from 'node:worker_threads'
import { checkArticleHtml } from './html.ts'

// Run by sanitize-apart.ts, one thread per text.
parentPort?.postMessage(checkArticleHtml(workerData))

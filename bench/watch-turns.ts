import { writeFileSync } from 'node:fs'
import { turnsFile } from './turns.ts'

// Runs within the server: how long its thread was busy between two looks, of which each waits for its turn. Time of the
// processor, so that what else the machine does isn't counted.
const lookEveryMs = 5
let longestMs = 0
let before = process.threadCpuUsage()
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  longestMs = Math.max(longestMs, (user + system) / 1000)
  before = process.threadCpuUsage()
}, lookEveryMs).unref()
process.on('SIGUSR2', () => {
  writeFileSync(turnsFile(process.pid), String(longestMs))
  longestMs = 0
})

import { readFileSync, writeFileSync } from 'node:fs'

/** The quantile of the values; a share of 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return sorted[index] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10

/** The CPU time that a process has used so far, with all its threads. */
export const cpuMs = (pid: number) => cpuOf(`/proc/${pid}/stat`)

/** The CPU time of its first thread alone, which answers requests. */
export const mainThreadMs = (pid: number) => cpuOf(`/proc/${pid}/task/${pid}/stat`)

function cpuOf(path: string): number {
  const stat = readFileSync(path, 'utf8')
  // The process name in parentheses may contain spaces; user and system time are 12 fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** The processes that a process has started: the workers of a server that has several. */
export const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)

/** The current memory of a process, and its peak since `forgetPeak`. */
export function memoryMB(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
  return { now: of('VmRSS') / 1024, peak: of('VmHWM') / 1024 }
}

export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** How far down a page somebody came, in percent. */
export const scrollMilestones = [25, 50, 75, 90, 100] as const
/** How long a page was looked at, in seconds. */
export const timeMilestones = [30, 60, 120, 300] as const
/** A page that is left sooner says nothing of the time that it was looked at. */
export const leavingSecondsMin = 10

/** The most events that are told at once. */
export const eventsMax = 50

/** Staff's own pages are not counted. */
export const isCounted = (path: string) => !/^\/(dashboard|login)(\/|$)/.test(path)

/** What is on a button, as it is counted: one line, not too long, and nothing where it may name somebody. */
export function clickName(label: string) {
  const plain = label.replace(/\s+/g, ' ').trim()
  return /@|\d{5}/.test(plain) ? '' : [...plain].slice(0, 60).join('')
}

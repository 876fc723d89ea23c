/** Scroll depth in percent. */
export const scrollMilestones = [25, 50, 75, 90, 100] as const
/** Time on page in seconds. */
export const timeMilestones = [30, 60, 120, 300] as const
/** The classes of devices. */
export const devices = ['phone', 'tablet', 'computer'] as const
export type Device = (typeof devices)[number]
/** Shorter visits are not counted in the time on page. */
export const leavingSecondsMin = 10

/** The maximum number of events per request. */
export const eventsMax = 50

/** Staff's own pages are not counted, nor is what a link with a token in its path opens. */
export const isCounted = (path: string) => !/^\/(dashboard|login|statistics)(\/|$)/.test(path)

/** A button's label for counting: one line, at most 60 characters, and empty if it may contain personal data. */
export function clickName(label: string) {
  const plain = label.replace(/\s+/g, ' ').trim()
  return /@|\d{5}|:\/\//.test(plain) ? '' : [...plain].slice(0, 60).join('')
}

/** What a link to statistics can show. */
export const linkSections = ['visits', 'pages', 'sources', 'reading', 'application'] as const
export type LinkSection = (typeof linkSections)[number]

export const linkNameMax = 100

/** Scroll depth in percent. */
export const scrollMilestones = [25, 50, 75, 90, 100] as const
/** Time on page in seconds. */
export const timeMilestones = [30, 60, 120, 300] as const
/** The classes of devices. */
export const devices = ['phone', 'tablet', 'computer'] as const
export type Device = (typeof devices)[number]
/** How far an application has come in the browser, beyond opening its page; `refused` is for each wrong field. */
export const applicationSteps = ['chosen', 'stack', 'typed', 'sent', 'refused'] as const
export type ApplicationStep = (typeof applicationSteps)[number]

/** The fields of an application, by their names on the wire. */
const applicationFields = [
  ...['cohort', 'tech_stack', 'first_name', 'last_name', 'date_of_birth', 'identification'],
  ...['gender', 'email', 'phone_number', 'other_phone_number', 'level', 'description', 'resume'],
]

/** A step, the id of the cohort, and the field that was refused: `refused 12 email`. */
export const applicationStep = new RegExp(
  `^(?:(?:${applicationSteps.slice(0, -1).join('|')}) \\d{1,9}|refused \\d{1,9} (?:${applicationFields.join('|')}))$`,
)

/** Shorter visits are not counted in the time on page. */
export const leavingSecondsMin = 10

/** The maximum number of events per request. */
export const eventsMax = 50

/** Staff's own pages are not counted. */
export const isCounted = (path: string) => !/^\/(dashboard|login)(\/|$)/.test(path)

/** A button's label for counting: one line, at most 60 characters, and empty if it may contain personal data. */
export function clickName(label: string) {
  const plain = label.replace(/\s+/g, ' ').trim()
  return /@|\d{5}/.test(plain) ? '' : [...plain].slice(0, 60).join('')
}

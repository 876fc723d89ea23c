/** What can go by itself after a while. */
export const retainedKinds = ['applications', 'talents', 'messages', 'subscribers'] as const
export type RetainedKind = (typeof retainedKinds)[number]

/** After how many days; 0 for never. */
export const retentionChoices = ['0', '180', '365', '730', '1095', '1825'] as const
export type RetentionChoice = (typeof retentionChoices)[number]

export type Retention = Record<RetainedKind, RetentionChoice>

/** As delivered: nothing goes by itself. */
export const keepsAll: Retention = {
  applications: '0',
  talents: '0',
  messages: '0',
  subscribers: '0',
}

export const retentionLabels: Record<RetentionChoice, string> = {
  '0': 'Not by itself',
  '180': '180 days',
  '365': 'a year',
  '730': 'two years',
  '1095': 'three years',
  '1825': 'five years',
}

/** From when the time of each counts: said on the privacy page. */
export const retainedFrom: Record<RetainedKind, string> = {
  applications:
    'after the end of the cohort, or after the last change to the application if that is later',
  talents: 'after the last change to your registration',
  messages: 'after your message was settled',
  subscribers: 'after you have left',
}

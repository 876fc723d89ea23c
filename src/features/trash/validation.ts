import { editors, type Role, recruiters } from '#shared/roles.ts'

/** How long the trash keeps what was deleted. */
export const trashDays = 30

type Kind = { label: string; access: readonly Role[] }

/** What the trash keeps, with the roles that may delete it and so may restore it. */
export const trashKinds = {
  application: { label: 'Application', access: recruiters },
  'note on application': { label: 'Note on an application', access: recruiters },
  talent: { label: 'Talent', access: recruiters },
  cohort: { label: 'Cohort', access: recruiters },
  'tech stack': { label: 'Tech stack', access: recruiters },
  certificate: { label: 'Certificate', access: recruiters },
  message: { label: 'Message', access: recruiters },
  'reply template': { label: 'Reply template', access: recruiters },
  subscriber: { label: 'Subscriber', access: recruiters },
  article: { label: 'Article', access: editors },
  tag: { label: 'Tag', access: editors },
  comment: { label: 'Comment', access: editors },
  'comment block': { label: 'Block of comments', access: editors },
  event: { label: 'Event', access: editors },
  'event registration': { label: 'Event registration', access: editors },
  testimonial: { label: 'Testimonial', access: editors },
  'team member': { label: 'Team member', access: editors },
  image: { label: 'Image', access: editors },
} as const satisfies Record<string, Kind>

export type TrashKindName = keyof typeof trashKinds

export const trashKindNames = Object.keys(trashKinds) as TrashKindName[]

/** The kinds that a role may restore. */
export const trashKindsFor = (role: Role) =>
  trashKindNames.filter((name) => (trashKinds[name].access as readonly Role[]).includes(role))

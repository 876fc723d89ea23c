import { editors, type Role, recruiters } from './roles.ts'

/** How long the trash keeps what was deleted. */
export const trashDays = 30

type RowKind = {
  label: string
  /** The roles that manage them: they delete and restore them, and hear what colleagues did with them. */
  access: readonly Role[]
  /** The procedure that deletes one. */
  deletedBy: string
  /** The cache tags of what shows them: all of it changes when a deleted one comes back. */
  tags: readonly string[]
  /** Where staff see one, or its list. */
  page?: string
  /** The name of its list, where staff can save views of that. */
  list?: string
}

/** What staff delete and get back from the trash, by what the audit log calls it. */
export const rowKinds = {
  application: {
    label: 'Application',
    access: recruiters,
    deletedBy: 'applications.delete',
    tags: ['Application', 'Cohort', 'Interview', 'Email'],
    page: '/dashboard/applications/:id',
    list: 'applications',
  },
  'note on application': {
    label: 'Note on an application',
    access: recruiters,
    deletedBy: 'applicationNotes.delete',
    tags: ['Application'],
  },
  talent: {
    label: 'Talent',
    access: recruiters,
    deletedBy: 'talents.delete',
    tags: ['Talent'],
    page: '/dashboard/talents/:id',
    list: 'talents',
  },
  cohort: {
    label: 'Cohort',
    access: recruiters,
    deletedBy: 'cohorts.delete',
    tags: ['Cohort', 'Application'],
    page: '/dashboard/cohorts',
    list: 'cohorts',
  },
  'tech stack': {
    label: 'Tech stack',
    access: recruiters,
    deletedBy: 'techStacks.delete',
    tags: ['TechStack', 'Application'],
    page: '/dashboard/tech-stacks',
  },
  certificate: {
    label: 'Certificate',
    access: recruiters,
    deletedBy: 'certificates.delete',
    tags: ['Certificates', 'Email'],
    page: '/dashboard/certificates/:id',
    list: 'certificates',
  },
  message: {
    label: 'Message',
    access: recruiters,
    deletedBy: 'contact.delete',
    tags: ['Contact'],
    page: '/dashboard/messages/:id',
    list: 'messages',
  },
  'reply template': {
    label: 'Reply template',
    access: recruiters,
    deletedBy: 'replyTemplates.delete',
    tags: ['ReplyTemplate'],
    page: '/dashboard/messages/templates',
  },
  subscriber: {
    label: 'Subscriber',
    access: recruiters,
    deletedBy: 'newsletter.delete',
    tags: ['Subscriber'],
    page: '/dashboard/newsletter',
    list: 'subscribers',
  },
  'newsletter issue': {
    label: 'Issue of the newsletter',
    access: recruiters,
    deletedBy: 'newsletterIssues.delete',
    tags: ['NewsletterIssue'],
    page: '/dashboard/newsletter/issues',
  },
  article: {
    label: 'Article',
    access: editors,
    deletedBy: 'news.delete',
    tags: ['News', 'ArticleDraft', 'Comment'],
    page: '/dashboard/news/:id',
    list: 'articles',
  },
  tag: {
    label: 'Tag',
    access: editors,
    deletedBy: 'tags.delete',
    tags: ['News', 'ArticleDraft'],
    page: '/dashboard/tags',
    list: 'tags',
  },
  comment: {
    label: 'Comment',
    access: editors,
    deletedBy: 'comments.delete',
    tags: ['Comment', 'News'],
    page: '/dashboard/comments?status=ALL',
    list: 'comments',
  },
  'comment block': {
    label: 'Block of comments',
    access: editors,
    deletedBy: 'commentBlocks.delete',
    tags: ['Comment'],
  },
  event: {
    label: 'Event',
    access: editors,
    deletedBy: 'events.delete',
    tags: ['Event', 'Registration'],
    page: '/dashboard/events/:id',
    list: 'events',
  },
  'event registration': {
    label: 'Event registration',
    access: editors,
    deletedBy: 'eventRegistrations.delete',
    tags: ['Event', 'Registration'],
    list: 'registrations',
  },
  testimonial: {
    label: 'Testimonial',
    access: editors,
    deletedBy: 'testimonials.delete',
    tags: ['Testimonial'],
    page: '/dashboard/testimonials',
    list: 'testimonials',
  },
  'team member': {
    label: 'Team member',
    access: editors,
    deletedBy: 'team.delete',
    tags: ['TeamMember'],
    page: '/dashboard/team',
    list: 'team',
  },
  image: {
    label: 'Image',
    access: editors,
    deletedBy: 'images.delete',
    tags: ['Gallery'],
    page: '/dashboard/images',
    list: 'images',
  },
} as const satisfies Record<string, RowKind>

export type RowKindName = keyof typeof rowKinds
export type RowTag = (typeof rowKinds)[RowKindName]['tags'][number]
export type RowList = Extract<(typeof rowKinds)[RowKindName], { list: string }>['list']

const kinds: Record<RowKindName, RowKind> = rowKinds

export const rowKindNames = Object.keys(rowKinds) as RowKindName[]

/** The kinds that a role manages. */
export const rowKindsFor = (role: Role) =>
  rowKindNames.filter((name) => kinds[name].access.includes(role))

/** What a procedure deletes into the trash; undefined where it keeps nothing. */
export const rowKindDeletedBy = (procedure: string) =>
  rowKindNames.find((name) => rowKinds[name].deletedBy === procedure)

/** What changes when rows of any kind come back. */
export const tagsOfRowKinds = [
  ...new Set(rowKindNames.flatMap((name): readonly RowTag[] => rowKinds[name].tags)),
]

/** Where rows are seen, by what the audit log calls them; `:id` stands for the row's. */
export const rowPages: Readonly<Record<string, string>> = Object.fromEntries(
  rowKindNames.flatMap((name) => {
    const { page } = kinds[name]
    return page === undefined ? [] : [[name, page]]
  }),
)

/** The roles that see each list of rows. */
export const rowLists = Object.fromEntries(
  Object.values(kinds).flatMap(({ list, access }) => (list === undefined ? [] : [[list, access]])),
) as Record<RowList, readonly Role[]>

import { expect } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createMember } from '#seed/factories/team.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { aNumber, aTime, edit, newestId, type Race, rowOf, services } from './race.ts'

const event = { table: 'events', create: () => createEvent(services()) } as const
const member = { table: 'team_members', create: () => createMember(services()) } as const
const testimonial = {
  table: 'testimonials',
  create: () => createTestimonial(services(), { status: 'PENDING' }),
} as const
const article = { table: 'articles', create: () => createArticle(services()) } as const

/** Races of what visitors read: articles, events, the team, images. */
export const contentRaces: Record<string, Race> = {
  'events.update': {
    ...event,
    changes: () => [edit('events', { title: 'New' }), edit('events', { location: 'Huye' })],
  },
  'team.update': {
    ...member,
    changes: () => [
      edit('team', { full_name: 'New Name' }),
      edit('team', { position: 'New' }, { job_title: 'New' }),
    ],
  },
  'team.toggleStatus': {
    ...member,
    changes: () => [
      { call: 'team.toggleStatus', field: 'status', leaves: { inactive_at: aTime() } },
      edit('team', { department: 'New' }),
    ],
  },
  'team.reorder': {
    ...member,
    changes: async () => [
      { call: 'team.reorder', json: { ids: await memberIds() }, leaves: { place: aNumber() } },
      edit('team', { full_name: 'New Name' }),
    ],
  },
  'testimonials.reorder': {
    table: 'testimonials',
    create: () => createTestimonial(services()),
    changes: (id) => [
      { call: 'testimonials.reorder', json: { ids: [id] }, leaves: { place: 0 } },
      edit('testimonials', { title: 'A new title' }),
    ],
  },
  'testimonials.update': {
    ...testimonial,
    changes: () => [
      edit('testimonials', { full_name: 'New Name' }),
      edit('testimonials', { title: 'A new title' }),
    ],
  },
  'testimonials.toggleVisibility': {
    ...testimonial,
    changes: () => [
      {
        call: 'testimonials.toggleVisibility',
        field: 'visibility',
        leaves: { hidden_at: aTime() },
      },
      edit('testimonials', { status: 'APPROVED' }),
    ],
  },
  'testimonials.batch': {
    ...testimonial,
    changes: (id) => [
      {
        call: 'testimonials.batch',
        json: { testimonial_ids: [id], action: 'approve' },
        leaves: { status: 'APPROVED' },
      },
      edit('testimonials', { title: 'A new title' }),
    ],
  },
  'news.update': {
    ...article,
    changes: () => [edit('news', { title: 'New' }), edit('news', { author: 'New' })],
  },
  'news.publish': {
    table: 'articles',
    create: () => createArticle(services(), { published_at: null }),
    changes: () => [
      { call: 'news.publish', leaves: { published_at: aTime() } },
      edit('news', { title: 'New' }),
    ],
  },
  'news.schedule': {
    ...article,
    changes: () => [
      {
        call: 'news.schedule',
        json: { published_at: '2099-01-01T08:00:00.000Z' },
        leaves: { published_at: '2099-01-01T08:00:00.000Z' },
      },
      edit('news', { title: 'New' }),
    ],
  },
  'drafts.save': {
    table: 'articles',
    create: () => createArticle(services(), { published_at: null }),
    changes: () => [
      edit('drafts', { title: 'New' }, { title: 'New' }),
      edit('news', { author: 'New' }),
    ],
  },
  'news.unpublish': {
    ...article,
    changes: () => [
      { call: 'news.unpublish', field: 'status', leaves: { published_at: null } },
      edit('news', { title: 'New' }),
    ],
  },
  'news.archive': {
    ...article,
    changes: () => [
      { call: 'news.archive', field: 'status', leaves: { archived_at: aTime() } },
      edit('news', { title: 'New' }),
    ],
  },
  'tags.rename': {
    table: 'tags',
    async create() {
      await createArticle(services(), { tags: [crypto.randomUUID()] })
      return newestId('tags')
    },
    async changes() {
      const name = crypto.randomUUID()
      const id = await newestId('articles')
      return [
        { call: 'tags.rename', json: { name }, leaves: { name } },
        // The article's search text is made of both.
        {
          ...edit('news', { title: `Of ${name}` }, {}),
          id,
          async alsoLeaves() {
            const { search_text } = await rowOf('articles', id)
            expect(search_text).toMatch(new RegExp(`^of ${name} .* ${name}$`))
          },
        },
      ]
    },
  },
  'images.update': {
    table: 'images',
    create: async () => (await insertImage()).id,
    // One of the two: it is the only field.
    changes: () => [
      edit('images', { alt: 'Two' }, { alt: expect.stringMatching(/Two|Three/) }),
      edit('images', { alt: 'Three' }, {}),
    ],
  },
  'images.replace': {
    table: 'team_members',
    create: async () => createMember(services(), { profile_picture: (await insertImage()).url }),
    async changes(row) {
      const { profile_picture } = (await rowOf('team_members', row)) as Record<string, unknown>
      const { id } = await services()
        .database.selectFrom('images')
        .select('id')
        .where('name', '=', String(profile_picture).replace('/images/', ''))
        .executeTakeFirstOrThrow()
      const { url } = await insertImage()
      return [
        { call: 'images.replace', id, json: { by: url }, leaves: { profile_picture: url } },
        edit('team', { full_name: 'New Name' }),
      ]
    },
  },
  'events.cancel': {
    ...event,
    changes: () => [
      {
        call: 'events.cancel',
        json: { message: '', seen_recipients: 0 },
        leaves: { cancelled_at: aTime() },
      },
      edit('events', { title: 'New' }),
    ],
  },
}

/** Stores an image without files. */
async function insertImage() {
  const now = services().now().toISOString()
  const source = crypto.randomUUID()
  const name = `${source.replaceAll('-', '').slice(0, 20)}-64x48-c0ffee`
  const times = { wanted_at: now, created_at: now, updated_at: now }
  const { id } = await services()
    .database.insertInto('images')
    .values({ name, source, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, url: `/images/${name}` }
}

const memberIds = async () =>
  (
    await services()
      .database.selectFrom('team_members')
      .select('id')
      .where('inactive_at', 'is', null)
      .orderBy('place')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

import { expect } from 'vitest'
import { createUser, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { capitalize } from '#shared/format.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import { defaultVisitorEmails } from '#shared/visitor-emails.ts'
import {
  aNumber,
  anAdmin,
  aTime,
  type Change,
  edit,
  newestId,
  post,
  type Race,
  rowOf,
  services,
  world,
} from './race.ts'

let userToken = ''
const message = {
  table: 'contact_messages',
  async create() {
    const json = {
      full_name: 'Aline Uwase',
      email: 'aline@example.rw',
      phone: '+250788123456',
      subject: 'A question',
      message: 'When does the next cohort start?',
    }
    const clientIp = `10.1.0.${Math.floor(Math.random() * 250)}`
    await world.app.json('/api/website/contact-us/', { method: 'POST', json, clientIp })
    return newestId('contact_messages')
  },
} as const
const subscriber = {
  table: 'subscribers',
  async create() {
    const json = { email: `${crypto.randomUUID()}@example.rw` }
    return post('/api/admin/subscribers/', json)
  },
} as const
const issue = {
  table: 'newsletter_issues',
  async create() {
    const json = { subject: 'Spring', content: '<p>News.</p>', article_ids: [] }
    const path = '/api/admin/newsletter-issues/'
    return post(path, json)
  },
} as const
const user = {
  table: 'users',
  async create() {
    const created = await createUser(services(), { role: 'EDITOR' })
    userToken = await signInAs(services(), created)
    return created.id
  },
} as const

const rename = (name: string): Change => ({
  call: 'accounts.updateMe',
  json: { name },
  leaves: { name },
  token: userToken,
})

/** Races of messages, the newsletter, users and settings. */
export const officeRaces: Record<string, Race> = {
  'contact.changeStatus': {
    ...message,
    changes: () => [
      {
        call: 'contact.changeStatus',
        json: { status: 'RESOLVED' },
        leaves: { status: 'RESOLVED' },
      },
      { call: 'contact.changeRead', json: { is_read: true }, leaves: { read_at: aTime() } },
    ],
  },
  'contact.changeRead': {
    ...message,
    changes: () => [
      { call: 'contact.changeRead', json: { is_read: true }, leaves: { read_at: aTime() } },
      {
        call: 'contact.changeStatus',
        json: { status: 'RESOLVED' },
        leaves: { status: 'RESOLVED' },
      },
    ],
  },
  'contact.changeOwner': {
    ...message,
    changes: async () => [
      {
        call: 'contact.changeOwner',
        json: { owner: await anAdmin() },
        leaves: { owner_id: aNumber() },
      },
      {
        call: 'contact.changeStatus',
        json: { status: 'RESOLVED' },
        leaves: { status: 'RESOLVED' },
      },
    ],
  },
  'replyTemplates.update': {
    table: 'reply_templates',
    async create() {
      const json = { title: crypto.randomUUID(), text: 'Thank you.' }
      return post('/api/admin/reply-templates/', json)
    },
    changes: () => [
      edit('replyTemplates', { title: crypto.randomUUID() }),
      edit('replyTemplates', { text: 'Murakoze.' }),
    ],
  },
  'views.update': {
    table: 'saved_views',
    async create() {
      const json = {
        list: 'events',
        name: crypto.randomUUID(),
        parameters: 'when=past',
        is_shared: true,
        is_pinned: false,
      }
      return post('/api/admin/views/', json)
    },
    changes: () => [
      edit('views', { parameters: 'when=upcoming' }),
      edit('views', { is_pinned: true }, { is_pinned: 1 }),
    ],
  },
  'contact.batch': {
    ...message,
    changes: (id) => [
      {
        call: 'contact.batch',
        json: { contact_ids: [id], action: 'mark_resolved' },
        leaves: { status: 'RESOLVED' },
      },
      { call: 'contact.changeRead', json: { is_read: true }, leaves: { read_at: aTime() } },
    ],
  },
  'newsletter.update': {
    ...subscriber,
    changes: () => {
      const email = `${crypto.randomUUID()}@example.rw`
      return [
        edit('newsletter', { email }),
        edit('newsletter', { status: 'UNSUBSCRIBED' }, { unsubscribed_at: aTime() }),
      ]
    },
  },
  'newsletterIssues.update': {
    ...issue,
    changes: () => [
      edit('newsletterIssues', { subject: 'New' }),
      edit('newsletterIssues', { content: '<p>New.</p>' }),
    ],
  },
  'users.update': {
    ...user,
    changes: () => [edit('users', { name: 'New' }), edit('users', { role: 'RECRUITER' })],
  },
  'accounts.updateMe': {
    ...user,
    // A changed email would end the user's session.
    changes: () => [rename('Renamed'), edit('users', { role: 'RECRUITER' })],
  },
  'settings.saveContact': section('contact', { phone: '+250 788 000 001' }, { city: 'Huye' }),
  'settings.saveAbout': section('about', { years: '11+' }, { rate: '84%' }),
  'settings.saveSocial': section('social', { networks: [] }),
  'settings.savePartners': section('partners', { partners: [] }),
  'settings.saveComments': section('comments', { moderation: 'before' }),
  'settings.saveRetention': section('retention', { talents: '365' }, { messages: '730' }),
  'settings.saveVisitors': section(
    'visitors',
    { MESSAGE: { ...defaultVisitorEmails.MESSAGE, subject: 'Here' } },
    { staff_told: false },
  ),
  'settings.saveEmails': section(
    'emails',
    { REJECTED: { ...defaultStatusEmails.REJECTED, subject: 'No' } },
    { ACCEPTED: { ...defaultStatusEmails.ACCEPTED, subject: 'Yes' } },
  ),
  'users.invite': {
    table: 'users',
    async create() {
      const user = { email: `${crypto.randomUUID()}@example.rw`, name: 'Old', role: 'EDITOR' }
      return post('/api/admin/users/', { ...user, current_password: testPassword })
    },
    changes: () => [
      { call: 'users.invite', leaves: { invited_at: aTime() } },
      edit('users', { name: 'New' }),
    ],
  },
}

/** A section of the settings, with two changes of other fields where it has several. */
function section(id: string, one: object, other: object = one): Race {
  const change = (json: object): Change => ({
    call: `settings.save${capitalize(id)}`,
    json,
    leaves: { id },
    async alsoLeaves() {
      const { value } = (await rowOf('settings', id)) as unknown as { value: string }
      expect(JSON.parse(value)).toMatchObject(json)
    },
  })
  return {
    async create() {
      const at = '2026-03-01T08:00:00.000Z'
      await services().database.deleteFrom('settings').where('id', '=', id).execute()
      await services().database.deleteFrom('edits').where('row_id', '=', id).execute()
      await services()
        .database.insertInto('settings')
        .values({ id, value: '{}', revision_id: null, by_name: '', updated_at: at })
        .execute()
      return id
    },
    table: 'settings',
    changes: () => [change(one), change(other)],
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const words = 'Written on another server, which knows nothing of this one.'

/** All that the site may keep of who is signed in to it. */
export const bareAuth = {
  isAuthenticated: true,
  tokens: { access: 'staff', refresh: 'staff' },
  user: { id: 1, email: 'staff@example.rw', name: 'Diane Keza', role: 'ADMIN' },
}
/** A token that it doesn't take any more. */
export const endedToken = 'ended'

const article = {
  id: 3,
  title: 'A letter from another server',
  slug: 'a-letter-from-another-server',
  banner: '',
  category: 'Talent Development',
  author: 'Grace Uwimana',
  description: words,
  content: `<p>${words}</p>`,
  tags: [{ name: 'Careers' }],
  done_at: '2026-05-04T09:30:00+02:00',
  is_published: true,
  comments: [],
}
const articles = [
  article,
  ...Array.from({ length: 24 }, (_, index) => ({
    ...article,
    id: index + 4,
    title: `Letter ${index + 2}`,
    slug: `letter-${index + 2}`,
  })),
]
const comment = {
  id: 8,
  author: 'Henrik',
  content: 'Does this work with another server?',
  created_at: '2026-06-01T10:00:00Z',
  parent: null,
  latest_reply: null,
  status: 'APPROVED',
}
const cohort = {
  id: 1,
  name: 'Cohort of another server',
  short_description: '<p>Evenings.</p>',
  status: 'OPEN',
  start: '2099-01-12T08:00:00Z',
  end: '2099-04-12T08:00:00Z',
  limit: 20,
  total_registered: 3,
}
const application = {
  id: 1,
  first_name: 'Aline',
  last_name: 'Uwase',
  email: 'aline@example.rw',
  phone_number: '+250788123456',
  date_of_birth: '2002-05-17',
  identification: '1200270000000101',
  other_phone_number: '',
  cohort: 1,
  tech_stack: 'go',
  resume: '/media/resumes/aline.pdf',
  level: 'BEGINER',
  gender: 'FEMALE',
  description: '',
  done_at: '2026-05-04',
  status: 'PENDING',
}
const contact = {
  id: 1,
  full_name: 'Katharina Vogel',
  email: 'katharina@example.com',
  phone: '+4930123456',
  subject: 'Two developers',
  message: words,
  status: 'NEW',
  is_read: false,
}
const testimonial = {
  id: 1,
  profile_picture: '',
  full_name: 'Eric Mugisha',
  title: 'Engineer',
  description: words,
}
const member = {
  id: 1,
  profile_picture: '',
  full_name: 'Chantal Ingabire',
  position: 'Trainer',
  linkedin_link: '',
}

/** What visitors get of the people, without what is for staff: there not even their ids. */
const shown = ({ id: _, ...person }: { id: number }) => person

/**
 * The responses to GET, by path: the fields that every server of this API has, and no others.
 * @param isStaff whether the call brings the token of staff
 */
const responsesTo = (isStaff: boolean): Record<string, unknown> => ({
  '/website/news/slug/a-letter-from-another-server/': { ...article, comments: [comment] },
  '/website/news/3/': {
    ...article,
    comments: [{ ...comment, id: 11, name: 'Ines', message: 'Written meanwhile.' }, comment],
  },
  '/website/news/related_blog/': [article],
  '/website/tags/': [{ name: 'Careers' }],
  '/website/testimonies/': {
    results: [
      isStaff ? { ...testimonial, visibility: true, status: 'APPROVED' } : shown(testimonial),
    ],
  },
  '/website/team-members/': {
    results: [
      isStaff
        ? { ...member, role: 'TRAINER', department: 'Training', status: 'ACTIVE' }
        : shown(member),
    ],
  },
  '/website/cohorts/': { results: [cohort], total_items: 1, total_pages: 1, current_page: 1 },
  '/techstacks/': {
    results: [{ id: 'go', name: 'Go', short_description: 'Services in Go', description: '' }],
    total_pages: 1,
  },
  ...(isStaff && {
    '/website/application/': { results: [application], total_pages: 1 },
    '/website/application/1/': application,
    '/website/comments/': { results: [comment], total_pages: 1 },
    '/website/contact-us/': { results: [contact], total_pages: 1 },
    '/admin/contacts/1/': contact,
  }),
})

/** A page of articles, with the one total that the specification has; of a category, with the other one instead. */
function pageOfArticles(query: URLSearchParams) {
  const size = Number(query.get('page_size') ?? 10)
  const end = Number(query.get('page') ?? 1) * size
  const isOfCategory = !['all', null].includes(query.get('category'))
  return {
    results: articles.slice(end - size, end),
    ...(isOfCategory
      ? { total_items: articles.length }
      : { total_pages: Math.ceil(articles.length / size) }),
  }
}

/** Its export, by format, of a type that browsers read no header of but that one. */
const exported: Record<string, [type: string, text: string]> = {
  csv: ['text/csv; charset=utf-8', 'first_name\nAline\n'],
  json: ['application/json', '[{ "first_name": "Aline" }]'],
}

/** The responses to POST, by path. */
const posted: Record<string, unknown> = {
  '/website/application/': { data: application },
  '/website/comments/': { id: 9, author: 'Aline Uwase', content: 'This goes to another server.' },
  '/website/reply-comments/': { ...comment, id: 10, parent: comment.id },
  '/website/subscribe/': { detail: 'You have successfuly subscribe to our news letter' },
  '/website/contact-us/': contact,
  '/website/testimonies/': testimonial,
}

/**
 * Starts another server of the API, which has the fixed calls alone (`specified-calls.ts`): it has no form tokens and
 * only one of the totals, a cohort lacks its deadline, dates carry times, and a category comes as its label. Nor has it
 * a call that signs in or renews a token.
 */
export async function startBareApi() {
  const sent: { path: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
    const respond = (status: number, body: unknown) =>
      response.writeHead(status).end(JSON.stringify(body))
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*, authorization')
    response.setHeader('access-control-allow-methods', '*')
    response.setHeader('content-type', 'application/json')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const body = await text(request)
    const { authorization } = request.headers
    const isEnded = authorization === `Bearer ${endedToken}`
    if (isEnded) return void respond(401, { detail: 'Invalid token' })
    if (request.method === 'POST' && pathname === '/admin/applications/export/') {
      const [type, file] = exported[searchParams.get('format') ?? 'csv'] ?? []
      response.setHeader('content-disposition', 'attachment; filename="hidden"')
      return void response.writeHead(200, { 'content-type': type }).end(file)
    }
    if (request.method === 'POST' && Object.hasOwn(posted, pathname)) {
      sent.push({ path: pathname, body })
      return void respond(201, posted[pathname])
    }
    const responses = responsesTo(authorization === `Bearer ${bareAuth.tokens.access}`)
    if (request.method === 'GET' && pathname === '/website/news/') {
      return void respond(200, pageOfArticles(searchParams))
    }
    if (request.method === 'GET' && Object.hasOwn(responses, pathname)) {
      return void respond(200, responses[pathname])
    }
    respond(404, { detail: 'Not found.' })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The POST requests that it has taken. */
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const words = 'Written on another server, which knows nothing of this one.'

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
const comment = {
  id: 8,
  name: 'Henrik',
  message: 'Does this work with another server?',
  created_at: '2026-06-01T10:00:00Z',
  parent: null,
  latest_reply: null,
  status: 'APPROVED',
}
const cohort = {
  name: 'Cohort of another server',
  short_description: '<p>Evenings.</p>',
  status: 'OPEN',
  start: '2099-01-12T08:00:00Z',
  end: '2099-04-12T08:00:00Z',
  limit: 20,
  total_registered: 3,
}

/** What GET answers, by path: the fields that every server of this API has, and no others. */
const answers: Record<string, unknown> = {
  '/website/news/': { results: [article], total_pages: 1 },
  '/website/news/slug/a-letter-from-another-server/': { ...article, comments: [comment] },
  '/website/news/3/': article,
  '/website/news/related_blog/': [article],
  '/website/tags/': [{ name: 'Careers' }],
  '/website/testimonies/': {
    results: [
      { profile_picture: '', full_name: 'Eric Mugisha', title: 'Engineer', description: words },
    ],
  },
  '/website/team-members/': {
    results: [
      {
        profile_picture: '',
        full_name: 'Chantal Ingabire',
        position: 'Trainer',
        linkedin_link: '',
      },
    ],
  },
  '/website/cohorts/': {
    results: [{ id: 1, ...cohort }],
    total_items: 1,
    total_pages: 1,
    current_page: 1,
  },
  '/techstacks/': {
    results: [{ id: 'go', name: 'Go', short_description: 'Services in Go', description: '' }],
    total_pages: 1,
  },
}

/**
 * Starts another server of the API, which has the fixed calls alone (`specified-calls.ts`): it has no form tokens and no
 * totals, a cohort lacks its deadline, dates carry times, and a category comes as its label. An upload is refused as if
 * the session had ended.
 */
export async function startBareApi() {
  const sent: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bare')
    request.resume()
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', '*')
    response.setHeader('content-type', 'application/json')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    if (request.method === 'GET' && pathname in answers) {
      return void response.end(JSON.stringify(answers[pathname]))
    }
    if (request.method === 'POST') sent.push(pathname)
    if (pathname === '/website/application/') {
      return void response.writeHead(401).end(JSON.stringify({ detail: 'Invalid token' }))
    }
    if (pathname === '/website/comments/') {
      return void response.writeHead(201).end(JSON.stringify({ ...comment, id: 9 }))
    }
    if (request.method === 'POST') return void response.writeHead(201).end('{"detail":"ok"}')
    response.writeHead(404).end('{"detail":"Not found."}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The paths of the POST requests so far. */
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

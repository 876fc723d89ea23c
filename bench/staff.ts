import { setTimeout as wait } from 'node:timers/promises'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { generateApplications } from './applications.ts'
import { watchHealth } from './health.ts'
import { median, quantile } from './measure.ts'
import type { Site } from './site.ts'
import { shown, table } from './table.ts'

const applications = 100_000
const comments = 2_000
const recruiters = 30
const editors = 20
const visitors = 20
const workS = 20
/** How long people look before they press the next key. */
const staffPauseMs = 300
const visitorPauseMs = 100

type Call = [name: string, method: string, path: string, body?: object]
/** What one person does over and over, each time with other rows. */
type Work = (turn: number) => readonly Call[]

/** Measures what fifty staff wait who read and write at once, while visitors read the site. */
export async function measureStaff(site: Site): Promise<string> {
  await generateApplications(site, applications)
  const article = await createArticle(site.services, { title: 'Much discussed' })
  const commentIds: number[] = []
  for (let index = 0; index < comments; index += 1) {
    commentIds.push(await createComment(site.services, article, { name: `Reader ${index}` }))
  }
  await using product = await site.start()
  const people: { headers: Record<string, string>; work: Work; pauseMs: number }[] = []
  for (let index = 0; index < recruiters; index += 1) {
    people.push({
      headers: await site.signIn('RECRUITER'),
      work: (turn) => recruit(1 + ((index * 997 + turn * 31) % applications), turn),
      pauseMs: staffPauseMs,
    })
  }
  for (let index = 0; index < editors; index += 1) {
    const draft = await createArticle(site.services, { title: `Article ${index}` })
    people.push({
      headers: await site.signIn('EDITOR'),
      work: (turn) => edit(commentIds[(index + turn * editors) % comments] as number, draft, turn),
      pauseMs: staffPauseMs,
    })
  }
  for (let index = 0; index < visitors; index += 1) {
    people.push({ headers: {}, work: read, pauseMs: visitorPauseMs })
  }

  const times = new Map<string, number[]>()
  const refused = new Map<string, number>()
  const meanwhile = await watchHealth(product)
  const endsAt = performance.now() + workS * 1000
  const live = async ({ headers, work, pauseMs }: (typeof people)[number]) => {
    await wait(Math.random() * 1000)
    for (let turn = 0; performance.now() < endsAt; turn += 1) {
      for (const [name, method, path, body] of work(turn)) {
        const startedAt = performance.now()
        const response = await fetch(product.url + path, {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        await response.arrayBuffer()
        times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt])
        if (!response.ok) {
          const failure = `${response.status} ${name}`
          refused.set(failure, (refused.get(failure) ?? 0) + 1)
        }
        await wait(pauseMs)
      }
    }
  }
  await Promise.all(people.map(live))
  const longestWaitMs = (await meanwhile.stop()).at(-1) ?? 0
  const rows = [...times].map(([name, all]) => [
    name,
    String(all.length),
    shown(median(all)),
    shown(quantile(all, 0.99)),
    shown(Math.max(...all)),
  ])
  const failures = [...refused].map(([failure, count]) => `${count} × ${failure}`).join(', ')
  return [
    `${site.engine}: ${recruiters + editors} staff and ${visitors} visitors at once for ${workS} s, ${applications} applications. Not successful: ${failures || 'none'}. /healthz waited ${shown(longestWaitMs)} ms at most.`,
    table(['call', 'calls', 'median ms', 'p99 ms', 'max ms'], rows),
  ].join('\n\n')
}

const recruit = (id: number, turn: number): readonly Call[] => [
  ['applications', 'GET', `/api/website/application/?page_size=50&page=${1 + (turn % 20)}`],
  ['a search', 'GET', `/api/website/application/?search_query=uwase&page=${1 + (turn % 5)}`],
  ['messages', 'GET', '/api/website/contact-us/'],
  ['an application', 'GET', `/api/website/application/${id}/`],
  ['a note', 'POST', `/api/admin/applications/${id}/notes/`, { text: 'Writes clearly.' }],
  [
    'a decision',
    'POST',
    `/api/website/application/${id}/change-status/`,
    { status: turn % 2 ? 'REVIEWING' : 'SHORTLISTED', notes: '' },
  ],
  [
    'a batch of 50',
    'PATCH',
    '/api/admin/applications/batch-status/',
    {
      application_ids: Array.from({ length: 50 }, (_, index) => 1 + ((id + index) % applications)),
      status: turn % 2 ? 'REVIEWING' : 'SHORTLISTED',
    },
  ],
]

const edit = (comment: number, draft: number, turn: number): readonly Call[] => [
  ['comments', 'GET', '/api/website/comments/?status=PENDING&page_size=25'],
  [
    'a comment decided',
    'PATCH',
    `/api/admin/comments/${comment}/${turn % 2 ? 'reject' : 'approve'}/`,
  ],
  ['a draft saved', 'PATCH', `/api/dashboard/news/${draft}/draft/`, { title: `Draft ${turn}` }],
  ['what waits', 'GET', '/api/admin/comments/counts/'],
]

const read: Work = () => [
  ['home', 'GET', '/'],
  ['an article', 'GET', '/insights/much-discussed'],
  ['cohorts', 'GET', '/api/website/cohorts/'],
]

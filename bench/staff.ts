import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { generateApplications } from './applications.ts'
import { watchHealth } from './health.ts'
import { loadServer } from './load.ts'
import { median, quantile } from './measure.ts'
import { generateMessages } from './messages.ts'
import { capture } from './reading.ts'
import { startFloor } from './servers.ts'
import type { Site } from './site.ts'
import { shown, table } from './table.ts'

const applications = Number(process.env.BENCH_APPLICATIONS ?? 100_000)
const messages = applications / 10
const comments = 2_000
const recruiters = 30
const editors = 20
const workS = 20
/** How long people look before they press the next key. */
const pauseMs = 300
/** What visitors ask for, in all. */
const publicPerS = 100
const publicPaths = ['/', '/insights/much-discussed', '/api/website/cohorts/?page=1&page_size=2']

type Call = [name: string, method: string, path: string, body?: object]
/** What one person does over and over, each time with other rows. */
type Work = (turn: number) => readonly Call[]
type Person = { url: string; headers: Record<string, string>; work: Work }

/**
 * Measures what fifty staff and the visitors wait, while staff read and write at once and the public site is asked for
 * its pages at a fixed rate. Beside both, the minimal server is asked at the same rate, and by one more person.
 */
export async function measureStaff(site: Site): Promise<string> {
  const { messageIds, commentIds } = await fill(site)
  await using product = await site.start()
  const { url } = product
  const captures = await Promise.all(publicPaths.map((path) => capture(product, path)))
  const capturesFile = join(site.dataDir, 'captures.json')
  writeFileSync(capturesFile, JSON.stringify(captures))
  await using floor = await startFloor(capturesFile)

  const people: Person[] = [
    { url: floor.url, headers: {}, work: () => [['floor', 'GET', '/floor']] },
  ]
  for (let index = 0; index < recruiters; index += 1) {
    const message = (turn: number) => messageIds[(index + turn * recruiters) % messages] as number
    const application = (turn: number) => 1 + ((index * 997 + turn * 31) % applications)
    const work: Work = (turn) => recruit(application(turn), message(turn), turn)
    people.push({ url, headers: await site.signIn('RECRUITER'), work })
  }
  for (let index = 0; index < editors; index += 1) {
    const draft = await createArticle(site.services, { title: `Article ${index}` })
    const comment = (turn: number) => commentIds[(index + turn * editors) % comments] as number
    const work: Work = (turn) => edit(comment(turn), draft, turn)
    people.push({ url, headers: await site.signIn('EDITOR'), work })
  }

  const load = {
    requests: publicPaths.map((path) => ({ path })),
    connections: 10,
    overallRate: publicPerS,
    duration: workS,
  }
  await using meanwhile = await watchHealth(product)
  const [{ times, refused }, visitors, floorRound] = await Promise.all([
    haveWorked(people),
    loadServer(product, load),
    loadServer(floor, load),
  ])
  const longestWaitMs = (await meanwhile.stop()).at(-1) ?? 0

  const { floor: floorTimes = [], ...calls } = Object.fromEntries(times)
  const waits = [
    ...Object.entries(calls),
    ['all of staff', Object.values(calls).flat()] as const,
  ].map(([name, all]) => rowOf(name, all, floorTimes))
  const failures = [...refused].map(([failure, count]) => `${count} × ${failure}`).join(', ')
  if (failures) process.exitCode = 1
  return [
    `${site.engine}: ${recruiters + editors} staff at once for ${workS} s, each signed in, ${applications} applications, and ${publicPerS} requests a second for the public site. Not successful: ${failures || 'none'}. /healthz waited ${shown(longestWaitMs)} ms at most.`,
    table(
      ['call of staff', 'calls', 'p50 ms', 'p99 ms', 'max ms', 'p50 × floor', 'p99 × floor'],
      waits,
    ),
    table(
      ['public site', 'requests/s', 'p50 ms', 'p99 ms'],
      [
        ...(
          [
            ['product', visitors],
            ['floor', floorRound],
          ] as const
        ).map(([name, round]) => [
          name,
          ...[round.requestsPerS, round.p50Ms, round.p99Ms].map(shown),
        ]),
        [
          'ratio',
          ...(['requestsPerS', 'p50Ms', 'p99Ms'] as const).map((one) =>
            shown(visitors[one] / floorRound[one]),
          ),
        ],
      ],
    ),
  ].join('\n\n')
}

/** Fills the site with what staff work on. */
async function fill(site: Site) {
  await generateApplications(site, applications)
  await generateMessages(site, messages)
  const written = await site.services.database
    .selectFrom('contact_messages')
    .select('id')
    .orderBy('id', 'desc')
    .limit(messages)
    .execute()
  const article = await createArticle(site.services, { title: 'Much discussed' })
  const commentIds: number[] = []
  for (let index = 0; index < comments; index += 1) {
    commentIds.push(await createComment(site.services, article, { name: `Reader ${index}` }))
  }
  return { messageIds: written.map(({ id }) => id), commentIds }
}

/** @returns the times of all calls, and how many were not successful, by their names */
async function haveWorked(people: readonly Person[]) {
  const times = new Map<string, number[]>()
  const refused = new Map<string, number>()
  const endsAt = performance.now() + workS * 1000
  async function live({ url, headers, work }: Person) {
    await wait(Math.random() * 1000)
    for (let turn = 0; performance.now() < endsAt; turn += 1) {
      for (const [name, method, path, body] of work(turn)) {
        const startedAt = performance.now()
        const response = await fetch(url + path, {
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
  return { times, refused }
}

const rowOf = (name: string, all: readonly number[], floor: readonly number[]) => [
  name,
  String(all.length),
  ...[median(all), quantile(all, 0.99), Math.max(...all)].map(shown),
  ...[0.5, 0.99].map((share) => shown(quantile(all, share) / quantile(floor, share))),
]

const recruit = (id: number, message: number, turn: number): readonly Call[] => [
  ['applications', 'GET', `/api/website/application/?page_size=50&page=${1 + (turn % 20)}`],
  ['a search', 'GET', `/api/website/application/?search_query=uwase&page=${1 + (turn % 5)}`],
  ['messages', 'GET', '/api/website/contact-us/'],
  ['a message', 'GET', `/api/admin/contacts/${message}/`],
  [
    'a message decided',
    'PATCH',
    `/api/admin/contacts/${message}/status/`,
    { status: turn % 2 ? 'RESOLVED' : 'IN_PROGRESS' },
  ],
  [
    'a note on a message',
    'POST',
    `/api/admin/contacts/${message}/notes/`,
    { text: 'Asked for the dates.' },
  ],
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
  ['news', 'GET', '/api/dashboard/news/?search=article'],
]

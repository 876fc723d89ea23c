import { sql } from 'kysely'
import { indexNewRows } from '#database/search-progress.ts'
import { createArticle } from '#seed/factories/news.ts'
import { watchHealth } from './health.ts'
import { median, memoryMB } from './measure.ts'
import { generateMessages } from './messages.ts'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { atMost, shown, table } from './table.ts'
import { longestTurnMs, watchedTurns } from './turns.ts'
import { withoutIndexes } from './without-indexes.ts'

const comments = Number(process.env.BENCH_COMMENTS ?? 1_000_000)
const batchSize = 50_000
/** In the middle of all, of 100 each: further than lists are paged through. */
const farPage = Math.max(130, Math.ceil(comments / 200))
/** A third of the comments, neither the first nor the last. */
const days = 'created_from=2023-11-17&created_to=2023-11-20'
const repeats = 9
const atOnce = 14
const answerMsMax = 200
const waitMsMax = 50
const turnMsMax = 50
const memoryMBMax = 250

type Asked = { headers?: Record<string, string>; status?: number }
/** The address by its number among those that are asked for at once, and by which time it is. */
type Read = [name: string, pathOf: (number: number, turn: number) => string, asked: Asked]

/** Measures the lists of comments of an article with a million of them, and how long they hold up other requests. */
export async function measureComments(site: Site): Promise<string> {
  const article = await createArticle(site.services, { title: 'Much discussed' })
  await generateComments(site, article)
  await using product = await site.start(watchedTurns)
  const headers = await site.signIn('EDITOR')
  // Visitors' lists are kept: another size each time asks for what is not.
  const ofArticle = (turn: number) =>
    `/api/website/news/${article}/comments/?page_size=${100 - turn}`
  const staff = '/api/website/comments/?page_size=100'
  const rows: string[][] = []
  const reads: Read[] = [
    ['the first page', (n, turn) => `${ofArticle(turn)}&page=${n + 1}`, {}],
    ['a deep page', (n, turn) => `${ofArticle(turn)}&page=${100 - n}`, {}],
    ['far beyond, refused', (n, turn) => `${ofArticle(turn)}&page=${farPage + n}`, { status: 400 }],
    ['the article', () => '/api/website/news/slug/much-discussed/', { headers }],
    ['staff', (n) => `${staff}&page=${n + 1}`, { headers }],
    ['staff, a deep page', (n) => `${staff}&page=${100 - n}`, { headers }],
    ['staff, far beyond, refused', (n) => `${staff}&page=${farPage + n}`, { headers, status: 400 }],
    ['staff, pending', (n) => `${staff}&status=PENDING&page=${n + 1}`, { headers }],
    ['staff, rejected', (n) => `${staff}&status=REJECTED&page=${n + 1}`, { headers }],
    ['staff, two statuses', (n) => `${staff}&status=PENDING,REJECTED&page=${n + 1}`, { headers }],
    ['two statuses, deep', (n) => `${staff}&status=APPROVED,REJECTED&page=${100 - n}`, { headers }],
    ['staff, four days', (n) => `${staff}&${days}&page=${n + 1}`, { headers }],
    [
      'two statuses of days',
      (n) => `${staff}&${days}&status=PENDING,REJECTED&page=${100 - n}`,
      { headers },
    ],
    ['days, by name', (n) => `${staff}&${days}&ordering=name&page=${n + 1}`, { headers }],
    ['a search of days', (n) => `${staff}&${days}&search=huye&page=${(n % 10) + 1}`, { headers }],
    ['rare, of days', (n) => `${staff}&${days}&search=reader+${0.377 * comments + n}`, { headers }],
    ['staff, held', (n) => `${staff}&is_held=true&page=${n + 1}`, { headers }],
    ['staff, article', (n) => `${staff}&news_id=${article}&page=${n + 1}`, { headers }],
    ['the queue', (n) => `${staff}&status=PENDING&without_waves=true&page=${n + 1}`, { headers }],
    ['a search', (n) => `${staff}&search=huye&page=${(n % 10) + 1}`, { headers }],
    ['a rare search', (n) => `${staff}&search=reader+${0.777 * comments + n}`, { headers }],
    ['the counts', () => '/api/admin/comments/counts/', { headers }],
    ['the waves', () => '/api/admin/comments/waves/', { headers }],
    ['staff, by name', (n) => `${staff}&ordering=name&page=${n + 1}`, { headers }],
  ]
  for (const [name, pathOf, asked] of reads) {
    const ask = (n: number, turn: number) => askFor(product.url + pathOf(n, turn), asked)
    const one = await measure(product, [0], ask)
    await longestTurnMs(product)
    const many = await measure(product, [...Array(atOnce).keys()], (n, turn) =>
      ask(n, repeats + turn),
    )
    const turnMs = await longestTurnMs(product)
    rows.push([
      name,
      shown(one.medianMs),
      atMost(one.medianMs, answerMsMax),
      shown(many.medianMs),
      shown(many.waitMs),
      atMost(many.waitMs, waitMsMax),
      shown(turnMs),
      atMost(turnMs, turnMsMax),
    ])
  }
  const others = ['others wait ms', 'goal', 'longest turn, CPU ms', 'goal']
  const columns = ['ms', 'goal', `ms, ${atOnce} at once`, ...others]
  const lists = table([`${site.engine}: ${comments} comments`, ...columns], rows)
  const batches = await measureBatches(site, product)
  const { peak } = memoryMB(product.pid)
  return [lists, batches, `Memory at most: ${shown(peak)} MB, ${atMost(peak, memoryMBMax)}`].join(
    '\n\n',
  )
}

const messages = comments / 10
const batchSecondsMax = 60

/** Changes all comments and all messages, for a minute at most, and how long that holds up other requests. */
async function measureBatches(site: Site, product: Server) {
  await generateMessages(site, messages)
  const rows: string[][] = []
  for (const [name, list, path, role, change] of [
    ['comments', 'comments/?status=ALL&', 'comments/batch', 'EDITOR', { action: 'reject' }],
    ['messages', 'contact-us/?', 'contacts/batch', 'RECRUITER', { action: 'mark_spam' }],
  ] as const) {
    const headers = { ...(await site.signIn(role)), 'content-type': 'application/json' }
    const listed = await fetch(`${product.url}/api/website/${list}page_size=10`, { headers })
    const { seen_at, total_items: seen_total } = await listed.json()
    const filters = name === 'comments' ? { status: 'ALL' } : {}
    await using meanwhile = await watchHealth(product)
    await longestTurnMs(product)
    const startedAt = performance.now()
    const batch = await fetch(`${product.url}/api/admin/${path}/matching/`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ ...change, filters, seen_at, seen_total }),
    })
    if (!batch.ok) throw new Error(`${path}: status ${batch.status}: ${await batch.text()}`)
    const done = await lastOf(batch, AbortSignal.timeout(batchSecondsMax * 1000))
    const seconds = (performance.now() - startedAt) / 1000
    const turnMs = await longestTurnMs(product)
    const waits = await meanwhile.stop()
    const at = (share: number) => shown(waits[Math.floor(waits.length * share)] ?? 0)
    rows.push([
      name,
      `${done} of ${seen_total}`,
      shown(seconds),
      at(0.5),
      at(0.99),
      shown(waits.at(-1) ?? 0),
      shown(turnMs),
      atMost(turnMs, turnMsMax),
    ])
  }
  const others = ['others wait ms', '99 %', 'longest', 'longest turn, CPU ms', 'goal']
  return table([`${site.engine}: all at once`, 'changed', 's', ...others], rows)
}

/** How many rows a batch has changed until its end, or until the signal stops it. */
async function lastOf(batch: Response, signal: AbortSignal) {
  let [text, done] = ['', 0]
  for await (const part of batch.body ?? []) {
    text = (text + new TextDecoder().decode(part)).slice(-5_000)
    done = Number(text.match(/.*"succeeded":(\d+)/s)?.[1] ?? done)
    if (signal.aborted) break
  }
  return done
}

/** Asks for all of these at once, again and again. */
async function measure(
  product: Server,
  numbers: readonly number[],
  ask: (number: number, turn: number) => Promise<unknown>,
) {
  const times: number[] = []
  const waits: number[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    await using meanwhile = await watchHealth(product)
    await Promise.all(
      numbers.map(async (number) => {
        const startedAt = performance.now()
        await ask(number, turn)
        times.push(performance.now() - startedAt)
      }),
    )
    waits.push((await meanwhile.stop()).at(-1) ?? 0)
  }
  // The longest wait of each round, of these the median: whoever attacks shares the machine's cores.
  return { medianMs: median(times), waitMs: median(waits) }
}

/** @throws unless the response has that status */
async function askFor(url: string, { status = 200, ...init }: Asked) {
  const response = await fetch(url, init)
  const text = await response.text()
  if (response.status !== status) throw new Error(`${url}: status ${response.status}: ${text}`)
}

async function generateComments(site: Site, article: number) {
  await withoutIndexes(site, 'comments', () => insertComments(site, article))
  await indexNewRows(site.services.database)
  if (site.engine === 'postgres') await sql`vacuum analyze comments`.execute(site.services.database)
}

/** Nine of ten are comments, of which some are held or rejected; the others are replies. */
async function insertComments({ engine, services: { database } }: Site, article: number) {
  const at =
    engine === 'postgres'
      ? sql`to_timestamp(1700000000 + i)`
      : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i, 'unixepoch')`
  const status = sql`case when i % 30 = 0 then 'REJECTED' when i % 3 = 0 then 'APPROVED' else 'PENDING' end`
  const heldAt = sql`case when i % 50 = 1 and i % 3 <> 0 then ${at} end`
  const insert = (parent: ReturnType<typeof sql>, from: number, to: number) =>
    sql`
      insert into comments (article_id, parent_id, name, name_key, email, message, status, held_at,
        search_text, email_key, wave_key, created_at, updated_at)
      with recursive numbers (i) as (
        select ${sql.lit(from)} union all select i + 1 from numbers where i < ${sql.lit(to)}
      )
      select ${sql.lit(article)}, ${parent}, 'Reader ' || i, 'reader ' || i, 'r@example.rw',
        'This is how we did it in Huye, too, and it took us ' || i || ' days.', ${status}, ${heldAt},
        'reader ' || i || ' r@example.rw this is how we did it in huye', 'r' || (i % 1000),
        case when i % 5 = 2 then 'link:spam.example/buy' else 'text:' || i end, ${at}, ${at}
      from numbers`.execute(database)
  const topLevel = comments * 0.9
  const { id } = await database
    .selectFrom('comments')
    .select((select) => select.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow()
  for (let from = 1; from <= topLevel; from += batchSize) {
    await insert(sql`null`, from, Math.min(from + batchSize - 1, topLevel))
  }
  const first = await database
    .selectFrom('comments')
    .select((select) => select.fn.min<number>('id').as('id'))
    .where('id', '>', id ?? 0)
    .executeTakeFirstOrThrow()
  const parent = sql`${sql.lit(first.id)} + i * 7 % ${sql.lit(topLevel)}`
  for (let from = topLevel + 1; from <= comments; from += batchSize) {
    await insert(parent, from, Math.min(from + batchSize - 1, comments))
  }
}

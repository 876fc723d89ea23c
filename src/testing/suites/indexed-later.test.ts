import { type RawBuilder, sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { hasIndexApart } from '#database/search.ts'
import { indexNewRows } from '#database/search-progress.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createCohortAndStack } from '../applying.ts'

let app: TestApp
let parents: Awaited<ReturnType<typeof createCohortAndStack>> | undefined
let applicants = 0
let run: (statement: RawBuilder<unknown>) => Promise<unknown>
let index: () => Promise<void>
beforeEach(async () => {
  app = await startTestApp()
  parents = undefined
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { database } = app.services
  run = (statement) => statement.execute(database)
  index = () => indexNewRows(database)
})

/** Searches of staff, of which each finds the rows that `create` makes by their name. */
const kinds = {
  applications: {
    role: 'RECRUITER',
    path: '/api/website/application/?search_query=',
    create: async (first_name: string) => {
      parents ??= await createCohortAndStack(app)
      applicants += 1
      const email = `applicant-${applicants}@example.rw`
      return createApplication(app.services, parents, { first_name, email })
    },
  },
  comments: {
    role: 'EDITOR',
    path: '/api/website/comments/?status=ALL&search=',
    create: async (name: string) =>
      createComment(app.services, await createArticle(app.services, { title: name }), { name }),
  },
  contact_messages: {
    role: 'RECRUITER',
    path: '/api/website/contact-us/?search=',
    create: (name: string) => createMessage(app.services, { full_name: name }),
  },
} as const

const texts = Object.entries(kinds) as [keyof typeof kinds, (typeof kinds)['comments']][]

test.each(texts)(
  'a row of %s is found at once, and once only, before and after it is in the index',
  async (table, { role, path, create }) => {
    const token = await app.signIn(role)
    const ids = async (word: string) => {
      const { body } = await app.json(`${path}${word}`, { token })
      return body.results.map(({ id }: { id: number }) => id)
    }
    const setText = (id: number, text: string) =>
      run(sql`update ${sql.table(table)} set search_text = ${text} where id = ${id}`)
    const moveAway = async (id: number) => {
      await run(sql`create table away as select * from ${sql.table(table)} where id = ${id}`)
      await run(sql`delete from ${sql.table(table)} where id = ${id}`)
    }
    const comeBack = async () => {
      await run(
        hasIndexApart(app.services.database)
          ? sql`insert into ${sql.table(table)} select * from away`
          : sql`insert into ${sql.table(table)} overriding system value select * from away`,
      )
      // The next test gets this database as it is left.
      await run(sql`drop table away`)
    }

    const first = await create('Umuhoza')
    expect(await ids('umuhoza')).toEqual([first])
    await index()
    const second = await create('Umuhoza')
    expect(new Set(await ids('umuhoza'))).toEqual(new Set([first, second]))

    for (const id of [first, second]) {
      await setText(id, `keza ${id}`)
      expect(await ids('keza')).toEqual([id])
      await moveAway(id)
      expect(await ids('keza')).toEqual([])
      await comeBack()
      expect(await ids('keza')).toEqual([id])
      await setText(id, 'umuhoza')
    }
    await moveAway(second)
    await index()
    await comeBack()
    expect(new Set(await ids('umuhoza'))).toEqual(new Set([first, second]))
    await index()
    await index()
    expect(new Set(await ids('umuhoza'))).toEqual(new Set([first, second]))
    if (!hasIndexApart(app.services.database)) return
    // Refused unless the index has exactly what is in the table.
    const name = sql.table(`${table}_search`)
    await run(sql`insert into ${name} (${name}, rank) values ('integrity-check', 1)`)
  },
)

test('among very many comments the newest that match come first, in the index or not yet', async () => {
  const article = await createArticle(app.services)
  const id = await createComment(app.services, article, { name: 'Reader of many' })
  const copied = sql`article_id, name, name_key, email, message, status, search_text, created_at, updated_at`
  const numbers = sql`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 20001)`
  await run(sql`insert into comments (${copied})
    ${numbers} select ${copied} from comments, numbers where comments.id = ${id}`)
  await run(sql`update comments set search_text = 'isaro' where id in (${id}, ${id + 20_000})`)
  const token = await app.signIn('EDITOR')
  const found = async () => {
    const path = '/api/website/comments/?status=ALL&search=isaro'
    const { body } = await app.json(path, { token })
    return body.results.map((one: { id: number }) => one.id)
  }
  expect(await found()).toEqual([id + 20_000, id])
  await index()
  expect(await found()).toEqual([id + 20_000, id])
  const latest = await createComment(app.services, article, { name: 'Isaro' })
  expect(await found()).toEqual([latest, id + 20_000, id])
})

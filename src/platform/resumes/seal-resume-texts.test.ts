import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeResumeText } from '#database/resume-index.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { onSqlite } from '#testing/engines.ts'
import { exportPerson, findTraces } from '#testing/personal-data.ts'
import { resumeTextOf } from '#testing/resumes.ts'
import { addTestKey } from '#testing/sealing.ts'
import { storeSealedText } from './resume-texts.ts'
import { countSealedTexts, sealAllTexts, sealPlainTexts } from './seal-resume-texts.ts'

let app: TestApp
let token: string
let parents: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  // A key in the file, as the first start makes one up.
  app = await startTestApp({ DATA_KEY: '', LOG_LEVEL: 'silent' })
  token = await app.signIn('ADMIN')
  parents = await createCohortAndStack(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const sentence = 'I have looked after a farm of tomatoes in Musanze.'
const email = 'farmer@example.rw'

const resumeOf = async (id: number) => {
  const row = await app.services.database
    .selectFrom('applications')
    .select('resume_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.resume_id
}

/** An application whose resume says this. @param isPlain as an earlier version stored it */
async function withResume(text: string, isPlain = false, changes = {}) {
  const id = await createApplication(app.services, parents, changes)
  const resume = await resumeOf(id)
  if (isPlain) await storeResumeText(app.services.database, resume, text)
  else await storeSealedText(app.services, resume, text)
  return id
}

const hits = async (search_query: string, path = 'website/application') => {
  const query = new URLSearchParams({ search_query, search: search_query })
  const { body } = await app.json(`/api/${path}/?${query}`, { token })
  return body.results.map(
    ({ id, resume_hit: hit }: { id: number; resume_hit: Record<string, string> | null }) =>
      hit ? `${id}: ${hit.before}${hit.word}${hit.after}` : String(id),
  )
}
const traces = () => findTraces(app, ['farm of tomatoes'])
const counts = () => countSealedTexts(app.services.database)
const keyId = () => app.services.dataKeys()[0].id
const sealAll = () => sealAllTexts(app.services, () => {})

test('what a resume says is stored sealed, and shown where it was searched for', async () => {
  const id = await withResume(sentence, false, { email })
  const talent = await createTalent(app.services, { email })
  const { resume_id } = await app.services.database
    .selectFrom('talents')
    .select('resume_id')
    .where('id', '=', talent)
    .executeTakeFirstOrThrow()
  await storeSealedText(app.services, Number(resume_id), sentence)
  expect(await traces()).toEqual([])
  expect(await counts()).toEqual(new Map([[keyId(), 2]]))
  expect(await hits('tomat')).toEqual([`${id}: ${sentence}`])
  expect(await hits('tomat', 'admin/talents')).toEqual([`${talent}: ${sentence}`])
  expect((await exportPerson(app, token, email)).data).toContain(sentence)
})

test('a resume without text has none to be sealed', async () => {
  const id = await withResume('')
  expect([await counts(), (await resumeTextOf(app, id)).text]).toEqual([new Map(), ''])
  expect(await sealPlainTexts(app.services)).toBe(0)
})

test('what an earlier version has stored is sealed bit by bit, but not in the first hour', async () => {
  const from = new Date(app.services.now().getTime() + 3600_000).toISOString()
  await app.services.database
    .insertInto('system_values')
    .values({ name: 'texts of resumes are sealed from', value: from })
    .execute()
  const [one, other] = [await withResume(sentence, true), await withResume(sentence)]
  expect(await sealPlainTexts(app.services)).toBe(0)
  expect(await counts()).toEqual(new Map([['', 2]]))
  expect(await hits('tomatoes')).toEqual([`${other}: ${sentence}`, `${one}: ${sentence}`])
  app.advanceS(3600)
  token = await app.signIn('ADMIN')
  const sealed = await Promise.all([sealPlainTexts(app.services), sealPlainTexts(app.services)])
  expect(sealed[0] + sealed[1]).toBe(2)
  expect([await counts(), await traces()]).toEqual([new Map([[keyId(), 2]]), []])
  expect(await hits('tomatoes')).toEqual([`${other}: ${sentence}`, `${one}: ${sentence}`])
})

onSqlite('those that are to be sealed yet are found by an index', async () => {
  const { database } = app.services
  const { rows } = await sql<{ detail: string }>`explain query plan
    select file_id from resume_texts
    where file_id > 1 and text <> '' and text not like 'sealed/____________/%'
    order by file_id limit 100`.execute(database)
  expect(rows.map(({ detail }) => detail).join()).toContain('resume_texts_unsealed')
})

test('keys are changed while resumes are read, and a text is worth nothing in another row', async () => {
  const first = await withResume(sentence)
  const id = await withResume(sentence)
  const before = keyId()
  const added = addTestKey(app)
  const [, late] = await Promise.all([
    sealAll(),
    withResume('A barn of goats.'),
    storeSealedText(app.services, await resumeOf(id), 'A herd of cows.'),
    sealAll(),
  ])
  await sealAll()
  expect(await counts()).toEqual(new Map([[added, 3]]))
  expect((await resumeTextOf(app, first)).text).toBe(sentence)
  expect((await resumeTextOf(app, id)).text).toBe('A herd of cows.')
  expect((await resumeTextOf(app, late)).text).toBe('A barn of goats.')
  const { text } = await app.services.database
    .selectFrom('resume_texts')
    .select('text')
    .where('file_id', '=', await resumeOf(first))
    .executeTakeFirstOrThrow()
  expect(text).not.toContain(before)
  // The text of one resume can't be opened as that of another.
  await app.services.database
    .updateTable('resume_texts')
    .set({ text })
    .where('file_id', '=', await resumeOf(id))
    .execute()
  expect(await hits('cows')).toEqual([String(id)])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { procedures } from '../bad-requests.ts'
import { contentRaces } from '../races/content.ts'
import { interviewRaces } from '../races/interviews.ts'
import { officeRaces } from '../races/office.ts'
import { type Change, type Race, rowOf, services, startWorld, world } from '../races/race.ts'
import { recruitingRaces } from '../races/recruiting.ts'
import { unraced, unracedEdits } from '../unraced.ts'

/** SQLite lets one of two write at a time, so that rounds hardly differ. */
const rounds = process.env.TEST_DATABASE_URL ? 25 : 5

/** By procedure. */
const races: Record<string, Race> = {
  ...contentRaces,
  ...interviewRaces,
  ...officeRaces,
  ...recruitingRaces,
}

beforeAll(() => startWorld())
afterAll(() => world.app[Symbol.asyncDispose]())

function send({ call, json = {}, ...change }: Change, rowId: number | string) {
  const procedure = procedures.find(({ name }) => name === call)
  if (!procedure) throw new Error(`The contract has no call ${call}`)
  const path = `/api${procedure.path.replace('{id}', String(change.id ?? rowId))}`
  return world.app.json(path, {
    method: procedure.method,
    token: change.token ?? world.token,
    json,
  })
}

const edits = procedures.filter(({ method }) => method === 'PATCH' || method === 'PUT')

const writes = procedures.filter(({ method }) => method !== 'GET' && method !== 'DELETE')

test('every procedure that writes is raced here, or named with why it loses nothing', () => {
  const named = [races, unraced, unracedEdits].flatMap((some) => Object.keys(some))
  expect(writes.map(({ name }) => name).sort()).toEqual(named.sort())
  const patches = edits.filter(({ name }) => name in unraced).map(({ name }) => name)
  expect(patches, 'a PATCH merges').toEqual([])
})

const countLines = async () => {
  const lines = services().database.selectFrom('audit_log').where('action', '<>', 'signed in')
  return (await lines.select('id').execute()).length
}

/** An applicant has no line, nor has a draft that is saved while somebody types. */
const leavesLine = ({ call }: Change) =>
  call !== 'drafts.save' && procedures.find(({ name }) => name === call)?.access !== 'public'

test.each(Object.entries(races))(
  '%s loses nothing to a concurrent change of another field, and each leaves a line',
  async (_name, race) => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await race.create()
      const changes = await race.changes(id)
      const before = await countLines()
      const responses = await Promise.all(changes.map((change) => send(change, id)))
      for (const { status, body } of responses) expect(status, JSON.stringify(body)).toBe(200)
      expect(await rowOf(race.table, id)).toMatchObject({
        ...changes[0].leaves,
        ...changes[1].leaves,
      })
      for (const { alsoLeaves } of changes) await alsoLeaves?.()
      // The second of two that are the same changes nothing.
      const lines = changes.filter(leavesLine).map(({ call, json }) => JSON.stringify([call, json]))
      expect(await countLines()).toBe(before + new Set(lines).size)
    }
  },
  60_000,
)

const isVersioned = ({ input }: (typeof procedures)[number]) =>
  input.properties !== undefined && 'expected_updated_at' in input.properties

/** Procedures of several optional fields, which people fill into forms. */
const forms = edits.filter(({ input }) => {
  const fields = Object.keys(input.properties ?? {}).filter(
    (field) => !/^(id|ids|expected)/.test(field),
  )
  return fields.length > 1 && (input.required ?? []).every((field) => field === 'id')
})

test('every form of several fields can say which version it was made of', () => {
  expect(forms.length).toBeGreaterThan(7)
  expect(forms.filter((form) => !isVersioned(form)).map(({ name }) => name)).toEqual([])
})

test.each(edits.filter(isVersioned).map(({ name }) => name))(
  '%s of a version that is no more is refused, told who has changed what',
  async (name) => {
    const race = races[name]
    if (!race) throw new Error(`${name} needs a race`)
    const id = await race.create()
    const change = (await race.changes(id)).find(({ call }) => call === name) as Change
    const { updated_at } = (await rowOf(race.table, id)) as { updated_at: string }
    const json = { ...change.json, expected_updated_at: updated_at }
    const responses = await Promise.all([1, 2].map(() => send({ ...change, json }, id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = responses.find(({ status }) => status === 409)?.body
    const [field = change.field ?? ''] = Object.keys(change.json ?? {})
    expect(refused.detail).toMatch(
      new RegExp(`^This was changed at .* by Diane Keza \\(${field.replaceAll('_', ' ')}\\)\\.`),
    )
    expect(refused.current.updated_at).not.toBe(updated_at)
    const again = { ...change.json, expected_updated_at: refused.current.updated_at }
    expect((await send({ ...change, json: again }, id)).status).toBe(200)
  },
)

test('an edit that began before a colleague approved is refused, and names the approval', async () => {
  const id = await createTestimonial(services(), { status: 'PENDING' })
  const { updated_at } = await rowOf('testimonials', id)
  const approve = { testimonial_ids: [id], action: 'approve' }
  await send({ call: 'testimonials.batch', json: approve, leaves: {} }, id)
  const json = { status: 'PENDING', title: 'Another', expected_updated_at: updated_at }
  const { status, body } = await send({ call: 'testimonials.update', json, leaves: {} }, id)
  expect([status, body.detail]).toEqual([409, expect.stringContaining('Diane Keza (status)')])
  expect(body.current).toMatchObject({ status: 'APPROVED' })
})

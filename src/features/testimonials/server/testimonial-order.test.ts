import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const patch = (path: string, json: object) =>
  app.json(`/api/${path}/`, { method: 'PATCH', token, json })
const order = (...ids: unknown[]) => patch('admin/testimonials/order', { ids })
const names = async (query = '', as?: string) => {
  const { body } = await app.json(`/api/website/testimonies/?${query}`, as ? { token: as } : {})
  return body.results.map((testimonial: { full_name: string }) => testimonial.full_name)
}

test('visitors see testimonials in the order that staff gave them, a new one first', async () => {
  const ids: Record<string, number> = {}
  for (const full_name of ['Third', 'Second', 'First']) {
    ids[full_name] = await createTestimonial(app.services, { full_name })
  }
  const { First, Second, Third } = ids
  expect((await order(Third, First, Second)).body).toEqual({ ids: [Third, First, Second] })
  expect(await names()).toEqual(['Third', 'First', 'Second'])
  await createTestimonial(app.services, { full_name: 'New' })
  expect(await names()).toEqual(['New', 'Third', 'First', 'Second'])
  expect(await names('status=all&ordering=place', token)).toEqual([
    'New',
    'Third',
    'First',
    'Second',
  ])
  expect(await names('ordering=-place', token)).toEqual(['Second', 'First', 'Third', 'New'])
})

test('an order of others than the first that visitors see changes nothing', async () => {
  const [two, one] = [await createTestimonial(app.services), await createTestimonial(app.services)]
  const pending = await createTestimonial(app.services, { status: 'PENDING' })
  for (const ids of [[two], [one, one], [one, two, pending], [one, two, 999]]) {
    const { status, body } = await order(...ids)
    expect([status, body.detail]).toEqual([
      409,
      'The testimonials have changed meanwhile. Please reload and order them again.',
    ])
  }
  expect((await order()).body).toEqual({
    ids: ['Please select at least one'],
  })
  expect((await order('x')).status).toBe(400)
})

test('an order leaves the versions as they are, and a line of the audit log', async () => {
  const ids = [await createTestimonial(app.services)]
  const seen = await patch(`website/testimonies/${ids[0]}`, { title: 'Lead developer' })
  app.advanceS(60)
  await order(...ids)
  const { updated_at: expected_updated_at } = seen.body
  const edit = { title: 'Mentor', expected_updated_at }
  expect((await patch(`website/testimonies/${ids[0]}`, edit)).status).toBe(200)
  const line = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target'])
    .where('target', '<>', 'testimonial')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(line).toEqual({ action: 'changed', target: 'order of testimonials' })
})

test('two orders at once leave one of them, whole', async () => {
  const first: number[] = []
  for (let count = 0; count < 6; count += 1) first.unshift(await createTestimonial(app.services))
  const orders = [first, first.toReversed()]
  for (let round = 0; round < 5; round += 1) {
    const sent = [...orders, ...orders].map((ids) => order(...ids))
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await app.json('/api/website/testimonies/')
    expect(orders).toContainEqual(body.results.map(({ id }: { id: number }) => id))
  }
})

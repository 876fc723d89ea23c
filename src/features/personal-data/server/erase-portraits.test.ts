import { afterEach, beforeEach, expect, test } from 'vitest'
import { createImage } from '#seed/factories/images.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { findTraces } from '#testing/personal-data.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
})
afterEach(() => app[Symbol.asyncDispose]())

const call = async (method: string, path: string, json: object = {}) => {
  const { status } = await app.json(`/api/${path}`, { method, token, json })
  expect(status).toBeLessThan(300)
}

/** Stores a testimonial with a portrait that staff have described. */
async function createPortrayed() {
  const url = await createImage(app.services)
  const images = app.services.database.selectFrom('images').select(['id', 'updated_at'])
  const image = await images.orderBy('id', 'desc').executeTakeFirstOrThrow()
  await call('PATCH', `admin/images/${image.id}/`, {
    alt: 'Zuhura Noël in Huye',
    expected_updated_at: image.updated_at,
  })
  const picture = { full_name: 'Zuhura Noël', profile_picture: url }
  const testimonial = await createTestimonial(app.services, picture)
  return { image: image.id, url, testimonial }
}
const erase = (testimonial: number) =>
  call('POST', 'admin/personal-data/erase/', {
    email: 'zuhura@example.rw',
    confirmation: 'zuhura@example.rw',
    testimonial_ids: [testimonial],
  })
const traces = async () =>
  (await findTraces(app, ['Zuhura', 'zuhura noel'])).filter(
    (trace) => !trace.startsWith('erasures.'),
  )

test('the portrait of an erased person keeps no name, also when the testimonial was in the trash', async () => {
  const { testimonial } = await createPortrayed()
  const trashed = await createPortrayed()
  await call('DELETE', `website/testimonies/${trashed.testimonial}/`)
  await erase(testimonial)
  await erase(trashed.testimonial)
  expect(await traces()).toEqual([])
  const images = app.services.database.selectFrom('images').select('wanted_at')
  const wanted = (await images.execute()).map(({ wanted_at }) => wanted_at.slice(0, 4))
  expect(wanted).toEqual(['2000', '2000'])
})

test('a portrait in the trash goes with its person, with its files, and another stays', async () => {
  const { database } = app.services
  const [gone, other] = [await createPortrayed(), await createPortrayed()]
  const setPictures = (profile_picture: string) =>
    database.updateTable('testimonials').set({ profile_picture }).execute()
  await setPictures('')
  await call('POST', 'admin/images/batch-delete/', { image_ids: [gone.image, other.image] })
  await setPictures(gone.url)
  await erase(gone.testimonial)
  const left = await database.selectFrom('trash').select('row_id').execute()
  expect(left).toEqual([{ row_id: String(other.image) }])
  const unclaimed = database.selectFrom('files').select('id').where('claimed_at', 'is', null)
  expect(await unclaimed.execute()).toEqual([])
  const kept = await database.selectFrom('trash_files').select('file_id').execute()
  const files = await database.selectFrom('files').select('id').execute()
  expect(files.map(({ id }) => id).sort()).toEqual(kept.map(({ file_id }) => file_id).sort())
})

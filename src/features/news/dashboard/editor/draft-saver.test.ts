import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/api/errors.ts'
import type { Draft } from '../../drafts-contract.ts'
import { articleFieldNames } from '../../validation.ts'
import { createDraftSaver, type Unsaved } from './draft-saver.ts'

const loaded: Draft = {
  id: 7,
  title: 'Kigali',
  slug: 'kigali',
  banner: '',
  category: 'talent',
  author: '',
  description: 'A city.',
  content: '<p>Hills.</p>',
  tags: [],
  done_at: null,
  status: 'unpublished',
  published_at: null,
  public_slug: 'kigali',
  has_changes: false,
  updated_at: 'v1',
}

type Sent = Partial<Draft> & { expected_updated_at?: string }

/** A saver whose calls wait until the test answers them. */
function startSaver() {
  const calls: { sent: Sent; resolve: (draft: Draft) => void; reject: (error: Error) => void }[] =
    []
  let kept: Unsaved | undefined
  const saver = createDraftSaver(loaded, undefined, {
    calls: {
      save: (sent) =>
        new Promise((resolve, reject) => calls.push({ sent: sent as Sent, resolve, reject })),
      get: async () => loaded,
    },
    fieldsOf: (draft) =>
      Object.fromEntries(articleFieldNames.map((name) => [name, draft[name]])) as Unsaved['fields'],
    keep: (unsaved) => {
      kept = unsaved
    },
  })
  const callAt = (index: number) => {
    const call = calls[index]
    if (!call) throw new Error(`There is no call ${index}`)
    return call
  }
  return { saver, calls, callAt, kept: () => kept }
}

/** The version that the server has after somebody else has saved. */
const refusedFor = (current: Partial<Draft>) =>
  new ApiError(409, 'Keza has saved.', {}, { ...loaded, ...current, updated_at: 'v2' })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a draft is saved by one call at a time, each with the changes since the one before', async () => {
  const { saver, calls, callAt, kept } = startSaver()
  saver.change({ title: 'Kigali 12' })
  await vi.advanceTimersByTimeAsync(2_000)
  saver.change({ description: 'A cohort.' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls.map(({ sent }) => sent)).toEqual([
    { id: 7, title: 'Kigali 12', expected_updated_at: 'v1' },
  ])
  expect(kept()?.fields.description).toBe('A cohort.')

  callAt(0).resolve({ ...loaded, title: 'Kigali 12', slug: 'kigali-12', updated_at: 'v2' })
  await vi.advanceTimersByTimeAsync(0)
  expect(callAt(1).sent).toEqual({ id: 7, description: 'A cohort.', expected_updated_at: 'v2' })
  const answer = { ...loaded, title: 'Kigali 12', slug: 'kigali-12', description: 'A cohort.' }
  callAt(1).resolve({ ...answer, updated_at: 'v3' })
  await vi.advanceTimersByTimeAsync(10_000)

  expect(calls).toHaveLength(2)
  expect(saver.getState()).toMatchObject({ saving: 'saved', fields: { slug: 'kigali-12' } })
  expect(kept()).toBeUndefined()
})

test('who types on without a pause is saved every five seconds', async () => {
  const { saver, calls } = startSaver()
  for (let typed = 0; typed < 12; typed += 1) {
    saver.changeText(() => `<p>${typed}</p>`)
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(calls).toHaveLength(1)
})

test('a long text is read in a pause of typing, and after two seconds at the latest', async () => {
  const { saver } = startSaver()
  const read = vi.fn(() => '<p>Hills and lakes.</p>')
  for (let typed = 0; typed < 12; typed += 1) {
    saver.changeText(read)
    await vi.advanceTimersByTimeAsync(150)
  }
  expect(read).not.toHaveBeenCalled()
  saver.changeText(read)
  await vi.advanceTimersByTimeAsync(200)
  expect(read).toHaveBeenCalledTimes(1)
  saver.changeText(read)
  await vi.advanceTimersByTimeAsync(250)
  expect(read).toHaveBeenCalledTimes(2)
})

test('what somebody else has saved of other fields is merged and saved', async () => {
  const { saver, calls, callAt } = startSaver()
  saver.change({ description: 'Mine.' })
  const flushed = saver.flush()
  callAt(0).reject(refusedFor({ title: 'Theirs' }))
  await vi.waitUntil(() => calls.length === 2)
  expect(callAt(1).sent).toEqual({ id: 7, description: 'Mine.', expected_updated_at: 'v2' })
  callAt(1).resolve({ ...loaded, title: 'Theirs', description: 'Mine.', updated_at: 'v3' })

  expect(await flushed).toBe(true)
  expect(saver.getState()).toMatchObject({
    saving: 'saved',
    fields: { title: 'Theirs', description: 'Mine.' },
    replaced: { title: 1 },
  })
})

test('nothing is saved of what contradicts somebody else until one of the two is chosen', async () => {
  const { saver, calls, callAt, kept } = startSaver()
  saver.change({ title: 'Mine' })
  const flushed = saver.flush()
  callAt(0).reject(refusedFor({ title: 'Theirs' }))
  expect(await flushed).toBe(false)
  expect(saver.getState()).toMatchObject({
    saving: 'conflict',
    conflict: {
      text: 'Keza has saved.',
      contradictions: ['title'],
      mine: { title: 'Mine' },
      theirs: { title: 'Theirs' },
    },
  })
  saver.change({ description: 'Meanwhile.' })
  void saver.flush()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toHaveLength(1)
  expect(kept()?.fields).toMatchObject({ title: 'Mine', description: 'Meanwhile.' })

  void saver.resolve({ ...saver.getState().fields, title: 'Both' })
  expect(callAt(1).sent).toEqual({
    id: 7,
    title: 'Both',
    description: 'Meanwhile.',
    expected_updated_at: 'v2',
  })
})

test('a refused field is not sent again until it is changed, and keeps no other from being saved', async () => {
  const { saver, callAt } = startSaver()
  saver.change({ slug: 'K!', title: 'New' })
  const flushed = saver.flush()
  callAt(0).reject(new ApiError(400, null, { slug: ['Please use small letters'] }))
  await vi.advanceTimersByTimeAsync(0)
  expect(callAt(1).sent).toEqual({ id: 7, title: 'New', expected_updated_at: 'v1' })
  callAt(1).resolve({ ...loaded, title: 'New', updated_at: 'v2' })
  expect(await flushed).toBe(false)
  expect(saver.getState()).toMatchObject({
    errors: { slug: 'Please use small letters' },
    fields: { slug: 'K!' },
  })

  saver.change({ slug: 'k' })
  await vi.advanceTimersByTimeAsync(1_200)
  expect(saver.getState().errors).toEqual({})
  expect(callAt(2).sent).toEqual({ id: 7, slug: 'k', expected_updated_at: 'v2' })
})

test('without a connection it is tried again until it is saved', async () => {
  const { saver, calls, callAt } = startSaver()
  saver.change({ title: 'New' })
  await vi.advanceTimersByTimeAsync(1_200)
  callAt(0).reject(new ApiError(null, null))
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.getState().saving).toBe('offline')
  saver.change({ description: 'Typed offline.' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(callAt(1).sent).toMatchObject({ title: 'New', description: 'Typed offline.' })
  callAt(1).resolve({ ...loaded, title: 'New', description: 'Typed offline.', updated_at: 'v2' })
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.getState().saving).toBe('saved')
})

test('a stopped saver keeps what is not saved, and saves no more', async () => {
  const { saver, calls, callAt, kept } = startSaver()
  saver.change({ title: 'New' })
  const flushed = saver.flush()
  saver.changeText(() => '<p>Typed last.</p>')
  saver.stop()
  callAt(0).resolve({ ...loaded, title: 'New', updated_at: 'v2' })
  expect(await flushed).toBe(false)
  void saver.flush()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toHaveLength(1)
  expect(kept()?.fields.content).toBe('<p>Typed last.</p>')

  void saver.start()
  expect(callAt(1).sent).toMatchObject({ content: '<p>Typed last.</p>' })
})

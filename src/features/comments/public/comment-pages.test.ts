import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '#client/api/client.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startTestPages, type TestPages } from '#testing/pages.ts'
import type { Comment } from '../contract.ts'
import { loadComments, nextPageOf, withFirstPage, withNextPage } from './comment-pages.ts'
import type { ShownComments } from './shown-comments.ts'

/** Three pages are rendered at once, the fourth by itself. */
const total = 430
let app: TestApp
let pages: TestPages
let path: string
let article: number
/** From the newest to the oldest. */
const ids: number[] = []
beforeAll(async () => {
  app = await startTestApp()
  pages = await startTestPages(app.services)
  article = await createArticle(app.services)
  path = `/insights/${(await app.json(`/api/website/news/${article}/`)).body.slug}`
  for (let number = 0; number < total; number += 1) {
    app.advanceS(1)
    ids.unshift(await createComment(app.services, article))
  }
})
afterAll(() => app[Symbol.asyncDispose]())

async function read(query = '') {
  const html = await (await pages.request(path + query)).text()
  const links = html.matchAll(/href="[^"]*\?comments=(\d+)#(more|comments)"/g)
  return {
    html,
    shown: [...html.matchAll(/<article id="comment-(\d+)"/g)].map(([, id]) => Number(id)),
    links: [...links].map(([, page, part]) => `${page}#${part}`),
    first: html.match(/<li id="more"[^>]*><article id="comment-(\d+)"/)?.[1],
  }
}

test('the newest comments lead to the next ones, which are added below them', async () => {
  expect(await read()).toMatchObject({ shown: ids.slice(0, 100), links: ['2#more'] })
  const three = await read('?comments=3')
  expect(three).toMatchObject({ shown: ids.slice(0, 300), links: ['4#more'] })
  expect(three.first).toBe(String(ids[200]))
  expect(three.html.includes('300 of 430 comments shown')).toBe(true)
})

test('comments far down are shown by themselves, between links to newer and older ones', async () => {
  const four = await read('?comments=4')
  expect(four).toMatchObject({ shown: ids.slice(300, 400), links: ['3#comments', '5#more'] })
  const last = await read('?comments=5')
  expect(last).toMatchObject({ shown: ids.slice(400), links: ['4#comments'] })
  expect(last.html.includes('That is all: 430 comments')).toBe(true)
})

test('a page that does not exist is the nearest one', async () => {
  for (const query of ['?comments=0', '?comments=x', '?comments=-1', '?comments=1.5']) {
    expect((await read(query)).shown).toEqual(ids.slice(0, 100))
  }
  expect((await read('?comments=99')).shown).toEqual(ids.slice(400))
})

test('made-up values of parameters neither cache another page nor get into it', async () => {
  const { html } = await read()
  const { misses } = pages.cache.counts
  const values = [
    'comments=1',
    'comments=03',
    'comments=2e0',
    'comments=1000',
    'posted=x',
    'reply=x1',
  ]
  for (const query of [...values, 'reply=0', 'comments=x&comments=2']) {
    expect((await read(`?${query}`)).html).toBe(html)
  }
  expect(pages.cache.counts.misses).toBe(misses)
  await read('?comments=2')
  await read('?comments=2&comments=3&reply=x')
  expect(pages.cache.counts.misses).toBe(misses + 1)
})

test('a page for one visitor, and a page that does not exist, are not kept', async () => {
  for (const query of [
    `?reply=${ids[0]}`,
    '?posted=held',
    '?comments=2&posted=reply',
    '?comments=6',
  ]) {
    const { misses } = pages.cache.counts
    for (let count = 1; count <= 2; count += 1) {
      const { status, headers } = await pages.request(path + query)
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
      expect(pages.cache.counts.misses).toBe(misses + count)
    }
  }
  await read('?comments=5')
  expect(pages.cache.find(`${path}?comments=5`)).not.toBeNull()
})

test('an article with a page of comments or less has nothing of this', async () => {
  const other = await createArticle(app.services)
  for (let number = 0; number < 100; number += 1) await createComment(app.services, other)
  const { slug } = (await app.json(`/api/website/news/${other}/`)).body
  const html = await (await pages.request(`/insights/${slug}`)).text()
  expect(html.match(/<article id="comment-/g)).toHaveLength(100)
  const isNew = /[?]comments=|name="comments"|comments shown|That is all|firstPage/.test(html)
  expect(isNew).toBe(false)
})

test('a reply form opens among the comments that were shown', async () => {
  const { html } = await read('?comments=2')
  expect(html.match(/<input type="hidden" name="comments" value="2"/g)).toHaveLength(200)
  const query = `?comments=2&reply=${ids[150]}`
  const opened = (await read(query)).html.includes('aria-label="Reply to Eric Mugisha"')
  expect(opened).toBe(true)
})

test('a reply without JavaScript leads back to the comments that were shown', async () => {
  const body = new URLSearchParams({
    name: 'Aline Uwase',
    email: 'aline@example.rw',
    message: 'A reply to what was said a while ago.',
    comment_id: String(ids[150]),
  })
  const { status, headers } = await pages.request(`${path}?comments=2`, { method: 'POST', body })
  expect(status).toBe(303)
  expect(headers.get('location')).toBe(`${path}?posted=reply&comments=2#comments`)
  expect((await read('?comments=2')).html.includes(body.get('message') ?? '')).toBe(true)
})

const shown = (ids: number[], count: number, pages = 1): ShownComments => ({
  comments: ids.map((id) => ({ id }) as Comment),
  count,
  firstPage: 1,
  lastPage: pages,
})
const idsFrom = (newest: number, length: number) =>
  Array.from({ length }, (_, index) => newest - index)
const idsOf = ({ comments }: ShownComments) => comments.map(({ id }) => id)

test('a comment that moved to the next page as others were posted is shown once', () => {
  const added = withNextPage(shown([9, 8, 7], 6), shown([7, 6, 5], 7))
  expect(idsOf(added)).toEqual([9, 8, 7, 6, 5])
  expect(added).toMatchObject({ count: 7, lastPage: 2 })
})

test('a comment that is posted while pages are loaded at once is shown once', async () => {
  const [before, after] = [idsFrom(300, 300), idsFrom(301, 301)]
  const ofArticle = async ({ page = 1 }) => ({
    results: shown(after.slice((page - 1) * 100, page * 100), 301).comments,
    total_items: 301,
  })
  const api = { comments: { ofArticle } } as unknown as ApiClient
  const newest = [...shown(before.slice(0, 100), 300).comments]
  const first = { id: article, comments: newest, comment_count: 300 }
  const { comments } = await loadComments(api, first, new URLSearchParams('comments=3'), 3)
  expect(comments.map(({ id }) => id)).toEqual(before.slice(0, 299))
})

test('comments that newer ones have pushed out of the list are loaded again', () => {
  const before = shown(idsFrom(400, 300), 400, 3)
  const again = withFirstPage(before, shown(idsFrom(600, 100), 600))
  expect(idsOf(again)).toEqual(idsFrom(600, 100))
  expect(nextPageOf(again)).toBe(2)
})

test('newest comments that are fetched again leave the older ones below them', () => {
  const before = shown([9, 8, 7, 6, 5], 5, 2)
  const again = withFirstPage(before, shown([10, 9, 7], 5))
  expect(idsOf(again)).toEqual([10, 9, 7, 6, 5])
  expect(again).toMatchObject({ count: 5, lastPage: 2 })
  expect(idsOf(withFirstPage(before, shown([9, 8, 7, 6], 4)))).toEqual([9, 8, 7, 6])
  expect(idsOf(withFirstPage(before, shown([14, 13, 12], 9)))).toEqual([14, 13, 12])
  const farDown = { ...before, firstPage: 2 }
  expect(withFirstPage(farDown, shown([14, 13, 12], 9))).toBe(farDown)
})

test('what was posted here keeps the time by the visitor’s clock', () => {
  const at = (id: number, created_at: string, reply?: Comment) =>
    ({ id, created_at, latest_reply: reply ?? null }) as Comment
  const [here, server] = ['2026-11-26T10:00:00.000Z', '2026-11-26T08:00:00.000Z']
  const before = { ...shown([], 2), comments: [at(3, here), at(2, server, at(4, here))] }
  const comments = [at(3, server), at(2, server, at(4, server)), at(1, server, at(5, server))]
  expect(withFirstPage(before, { comments, count: 3 }).comments).toEqual([
    at(3, here),
    at(2, server, at(4, here)),
    at(1, server, at(5, server)),
  ])
})

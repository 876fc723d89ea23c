import { afterEach, beforeEach, expect, test } from 'vitest'
import { createImage } from '#seed/factories/images.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, json: object) =>
  app.json(`/api/dashboard/news/${path}`, { method, token, json })
const create = (content: string) =>
  send('POST', '', {
    title: 'Why Kigali',
    category: 'africa',
    author: 'Aline Uwase',
    description: 'An answer to a question that we hear a lot.',
    content,
  })
const update = (id: number, content: string) => send('PATCH', `${id}/`, { content })

test('an article keeps its headings, lists, quotes, tables, code, links and own images', async () => {
  const content = [
    '<h2>One</h2><h3>Two</h3><h4>Three</h4><p>Text, <strong>strong</strong> and <em>not</em></p>',
    '<ul><li>a</li></ul><ol start="3"><li>b</li></ol><blockquote><p>Said</p></blockquote>',
    '<table><thead><tr><th scope="col">x</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    '<pre><code class="language-sql">select 1</code></pre>',
    '<p><a href="/insights/why-kigali">here</a> <a href="mailto:info@huza.example">us</a></p>',
  ].join('')
  expect((await create(content)).body.content).toBe(content)
  const blocks = [
    '<aside data-callout="tip" role="note"><p>Bring your ID</p></aside>',
    '<figure data-video="youtube/dQw4w9WgXcQ"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener noreferrer">A day with us</a></figure>',
  ].join('')
  expect((await create(blocks)).body.content).toBe(blocks)
  const linked = await create('<p><a href="https://example.rw" rel="x">out</a></p>')
  expect(linked.body.content).toBe(
    '<p><a href="https://example.rw" rel="noopener noreferrer">out</a></p>',
  )
  const image = '<figure><img src="/images/a.avif" width="8" height="4"></figure>'
  expect((await create(image)).body.content).toBe(
    '<figure><img src="/images/a.avif" width="8" height="4" alt="" loading="lazy" /></figure>',
  )
})

test('an uploaded image in an article gets all its sizes, and saving again changes nothing', async () => {
  const url = await createImage(app.services)
  const width = Number(/-(\d+)x/.exec(url)?.[1])
  const written = `<p>See</p><img src="${url}" alt="Two &quot;halves&quot;" width="9999" srcset="/x 1w" sizes="1px" style="y">`
  const { body } = await create(written)
  const sizes = `sizes="(min-width: 42rem) ${width}px, 100vw"`
  expect(body.content).toBe(
    `<p>See</p><picture><source type="image/avif" srcset="${url}/${width}.avif ${width}w" ${sizes} />` +
      `<img src="${url}" srcset="${url}/${width}.webp ${width}w" ${sizes} alt="Two &quot;halves&quot;"` +
      ` width="${width}" height="48" loading="lazy" style="background-color:#${url.slice(-6)}" /></picture>`,
  )
  const again = await update(body.id, body.content)
  expect(again.body.content).toBe(body.content)
  const smaller = await update(body.id, written.replace('9999', '32'))
  expect(smaller.body.content).toContain(`width="32" height="${Math.round((32 * 48) / width)}"`)
})

test.each([
  ['<p>Hi</p><script>alert(1)</script>', '<p>Hi</p>'],
  ['<p onclick="alert(1)" style="x" class="y">Hi</p>', '<p>Hi</p>'],
  ['<p><a href="javascript:alert(1)">Hi</a></p>', '<p><a>Hi</a></p>'],
  ['<p><a href="JaVa&#10;ScRiPt:alert(1)">Hi</a></p>', '<p><a>Hi</a></p>'],
  ['<p><a href="data:text/html,<script>alert(1)</script>">Hi</a></p>', '<p><a>Hi</a></p>'],
  ['<p><a href="//evil.example">Hi</a></p>', '<p><a>Hi</a></p>'],
  ['<p>Hi<img src="https://evil.example/x.png" onerror="alert(1)"></p>', '<p>Hi</p>'],
  ['<p>Hi<img src="//evil.example/x.png"></p>', '<p>Hi</p>'],
  ['<p>Hi<img src="/\\evil.example/x.png"></p>', '<p>Hi</p>'],
  ['<p>Hi<img src="data:image/svg+xml,<svg onload=alert(1)>"></p>', '<p>Hi</p>'],
  ['<p>Hi</p><svg onload="alert(1)"><a href="x">y</a></svg>', '<p>Hi</p><a href="x">y</a>'],
  ['<p>Hi</p><iframe src="/dashboard"></iframe><form action="/x"><input></form>', '<p>Hi</p>'],
  ['<p>Hi</p><style>*{display:none}</style><base href="//evil.example">', '<p>Hi</p>'],
  ['<h1>Hi</h1><math><mtext><img src=x onerror=alert(1)>', '<h2>Hi</h2>'],
  ['<div class="x"><p>Hi</p></div>', '<p>Hi</p>'],
  [
    '<aside data-callout="evil" role="alert"><p>Hi</p></aside><aside data-callout="tip" onclick="x">Hi</aside>',
    '<aside data-callout="note" role="note"><p>Hi</p></aside><aside data-callout="tip" role="note">Hi</aside>',
  ],
  [
    '<figure data-video="youtube/../../evil"><a href="/x">Hi</a></figure>',
    '<figure><a href="/x">Hi</a></figure>',
  ],
  [
    '<p>Hi <!-- x --><code class="language-js evil">a</code></p>',
    '<p>Hi <code class="language-js">a</code></p>',
  ],
])('%s is sanitized', async (content, safe) => {
  expect((await create(content)).body.content).toBe(safe)
})

test('an article without readable content is refused', async () => {
  for (const content of ['<script>alert(1)</script>', '<p> </p>', '<img src="x">']) {
    expect(await create(content)).toMatchObject({
      status: 400,
      body: { content: ['Content is required'] },
    })
  }
})

import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import { contentOf, pasteHtml, writeArticle } from './support/article-editor.ts'
import { notificationOf, openDashboard } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'news' })

test('what is pasted or typed as Markdown is saved as somebody would write it', async ({
  page,
  site,
}) => {
  const pasted = [
    [
      'Google Docs',
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt">Plan</span></h1><p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-style:italic"> slanted</span> <a href="https://www.google.com/url?q=https://huza.example/a&amp;sa=D"><span>linked</span></a></p><ul><li dir="ltr"><p><span>Item</span></p></li></ul></b>',
      '<h2>Plan</h2><p><strong>Bold</strong><em> slanted</em> <a href="https://huza.example/a" rel="noopener noreferrer">linked</a></p><ul><li>Item</li></ul>',
    ],
    [
      'a web page',
      '<div class="post"><style>p { color: red }</style><h5>Small</h5><div><p style="color:red">Text<img src="https://elsewhere.example/a.png"></p><a href="javascript:z()">bad</a></div></div>',
      '<h4>Small</h4><p>Text</p><p>bad</p>',
    ],
    [
      'a spreadsheet',
      '<table border="1"><colgroup><col width="64"></colgroup><tr><th>Name</th></tr><tr><td style="x">Keza</td></tr></table>',
      '<table><thead><tr><th scope="col">Name</th></tr></thead><tbody><tr><td>Keza</td></tr></tbody></table>',
    ],
    [
      'Word, with a list in a list',
      "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>One</p><p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o</span>Inner</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.</span>Two</p>",
      '<ol><li>One<ul><li>Inner</li></ul></li><li>Two</li></ol>',
    ],
    [
      'a line break within an item, before a list in it',
      '<ul><li>One<br>two<ul><li>Inner</li></ul></li></ul>',
      '<ul><li>One<br />two<ul><li>Inner</li></ul></li></ul>',
    ],
  ] as const
  const article = await writeArticle(site.url, { title: 'Pasted', content: '<p>x</p>' })
  await openDashboard(page, article.path)
  for (const [name, html, saved] of pasted) {
    await contentOf(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await pasteHtml(contentOf(page), html)
    await expect(notificationOf(page, /^Without/)).toHaveText(
      html.includes('<img') ? [/^Without 1 picture: .*drop it into the text/] : [],
    )
    for (const close of await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button')
      .all()) {
      await close.click()
    }
    await expect.poll(async () => (await article.read()).content, name).toBe(saved)
  }

  // Markdown and the menu of a slash, by keys alone.
  await contentOf(page).press('ControlOrMeta+a')
  await page.keyboard.type('## Heading')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- First')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/quo')
  await expect(page.getByRole('option', { name: 'Quote' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Said **so**')
  await expect
    .poll(async () => (await article.read()).content)
    .toBe(
      '<h2>Heading</h2><ul><li>First</li></ul><blockquote><p>Said <strong>so</strong></p></blockquote>',
    )
})

test('a callout and a video are written by keys, and the video is loaded when it is pressed', async ({
  page,
  site,
}) => {
  const article = await writeArticle(site.url, { title: 'Boxes', content: '<p>See:</p>' })
  await openDashboard(page, article.path)
  await expect(contentOf(page)).toContainText('See:')
  // Typing brings the caret along; keys alone may be quicker than the editor hears of where they moved it.
  await contentOf(page).press('ControlOrMeta+a')
  await page.keyboard.type('See:')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/callout')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Bring your ID')
  await page.getByRole('button', { name: 'Careful' }).click()
  await expect(contentOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/youtube')
  await page.keyboard.press('Enter')
  const address = page.getByLabel(/^Address of the video/)
  await expect(address).toBeFocused()
  await page.keyboard.type('https://example.rw/film')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter the address of a video on YouTube')).toBeVisible()
  await address.fill('https://youtu.be/dQw4w9WgXcQ')
  await page.keyboard.press('Enter')
  await page.getByLabel('What the video shows').fill('A day with us')
  const content =
    '<p>See:</p><aside data-callout="warning" role="note"><p>Bring your ID</p></aside>' +
    '<figure data-video="youtube/dQw4w9WgXcQ"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener noreferrer">A day with us</a></figure>'
  await expect.poll(async () => (await article.read()).content).toBe(content)
  await page.reload()
  await expect(contentOf(page).getByRole('link', { name: 'A day with us' })).toBeVisible()
  await contentOf(page).press('ControlOrMeta+End')
  await page.keyboard.type(' And on.')
  await expect.poll(async () => (await article.read()).content).toBe(`${content}<p> And on.</p>`)

  await article.publish()
  const asked: string[] = []
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: 'The player' })
  })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/insights/boxes', { waitUntil: 'networkidle' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'A day with us' }).focus()
  await page.keyboard.press('Enter')
  await expect(
    page.frameLocator('iframe[title="A day with us"]').getByText('The player'),
  ).toBeVisible()
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'])
  await expect(page.getByRole('link', { name: 'A day with us' })).toBeVisible()
})

test('pictures are stored from the editor, and described for who does not see them', async ({
  page,
  site,
}) => {
  const article = await writeArticle(site.url, { title: 'Pictures', content: '<p>See:</p>' })
  await openDashboard(page, article.path)
  const file = (buffer: Buffer) => ({ name: 'halves.jpg', mimeType: 'image/jpeg', buffer })
  await page
    .getByLabel('Banner file')
    .setInputFiles(file(await redAndBlue(400, 200).jpeg().toBuffer()))
  await page
    .getByLabel('Pictures for the text')
    .setInputFiles(file(await redAndBlue(300, 200).jpeg().toBuffer()))
  await contentOf(page).locator('img').click()
  await page.getByLabel('What the picture shows').fill('Red on the left, blue on the right')
  await expect
    .poll(async () => (await article.read()).content)
    .toMatch(/<picture>.* alt="Red on the left, blue on the right"/)
  await expect.poll(async () => (await article.read()).banner).toMatch(/^\/images\//)
})

test.describe('on a telephone', () => {
  // The dead link that the checks find.
  test.use({ expectedErrors: /404.*nowhere/ })

  test('the dialogs of the editor are accessible, and a version is restored', async ({
    page,
    site,
  }) => {
    const content = '<h2>Heading</h2><p>Read <a href="/insights/nowhere">here</a></p>'
    const article = await writeArticle(site.url, { title: 'Small', content })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 360, height: 800 })
    const check = async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await openDashboard(page, article.path)
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByText('Nothing has been changed here yet.')).toBeVisible()
    await expect(page.getByText('Choose a version')).toBeHidden()
    await article.save({ content: `${content}<p>More</p>` })
    await openDashboard(page, '/dashboard/news?search=small')
    await page.getByRole('link', { name: 'Small', exact: true }).click()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await expect(page.getByText('The link to /insights/nowhere leads nowhere.')).toBeVisible()
    await expect(page.getByText(/A link is called “here”/)).toBeVisible()
    await check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('heading', { name: 'Small' })).toBeVisible()
    await expect(frame.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await check()
    await page.keyboard.press('Escape')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: /As it was before/ }).click()
    await expect(page.getByRole('region', { name: 'Changes since' })).toContainText('More')
    await check()
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await expect(contentOf(page)).not.toContainText('More')
    expect((await article.read()).content).not.toContain('More')
  })
})

test('a link to a site that does not answer is told, and keeps nothing from being published', async ({
  page,
  site,
}) => {
  // Nothing within its own network is asked by the server.
  const link = `${site.url.replace('127.0.0.1', 'localhost')}/insights`
  const content = `<p>See <a href="${link}#top">what they say</a> and <a href="https://">more on it</a>.</p>`
  const article = await writeArticle(site.url, { title: 'Links elsewhere', content })
  await article.save({ title: 'Links to others' })
  await openDashboard(page, article.path)
  const release = await keepBack(page, /\/dashboard\/news\/links\/$/)
  await page.getByRole('button', { name: /^Publish/ }).click()
  const dialog = page.getByRole('dialog')
  const publish = dialog.getByRole('button', { name: /^Publish/ })
  // Waits until it stands still.
  await publish.hover()
  const place = await publish.boundingBox()
  await expect(dialog.getByText('Checking links')).toBeVisible()
  release()
  const list = dialog.getByRole('list', { name: 'To look at' })
  await expect(list).toContainText(`${link} did not answer.`)
  await expect(dialog.getByText('Checking links')).toBeHidden()
  expect(await publish.boundingBox()).toEqual(place)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Publish/ }).click()
  await expect(dialog).toHaveCount(0)
  const seen = await page.request.get(`/insights/${(await article.read()).public_slug}`)
  expect(seen.status()).toBe(200)
})

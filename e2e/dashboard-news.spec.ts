import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import {
  beginArticle,
  contentOf,
  expectSaved,
  pasteHtml,
  savingOf,
  writeArticle,
} from './support/article-editor.ts'
import { notificationOf, openDashboard } from './support/dashboard.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'news' })

const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style>p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;}</style></head><body lang=EN-GB>
<!--StartFragment--><h1>What we learnt<o:p></o:p></h1>
<p class=MsoNormal><span lang=EN-GB style='font-size:11.0pt'>Twelve weeks, <b>nineteen people</b>.&nbsp;<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Begin early<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>End on time<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`

test('an article is written, pasted from Word, scheduled, published, seen, and taken back', async ({
  page,
  site,
}) => {
  await openDashboard(page, '/dashboard/news')
  await beginArticle(page)
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill("What İnès' first cohort taught us")
  await page.getByLabel('Summary').fill('Nineteen people, and what we would do again.')
  await contentOf(page).click()
  await pasteHtml(contentOf(page), fromWord)
  await expect(contentOf(page).getByRole('heading', { level: 2 })).toHaveText('What we learnt')
  await expect(contentOf(page).getByRole('listitem')).toHaveText(['Begin early', 'End on time'])
  await expectSaved(page)
  const slug = 'what-ines-first-cohort-taught-us'
  await expect(page.getByLabel('Address')).toHaveValue(slug)

  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('At a time to come').check()
  await dialog.getByLabel('Time of publication').fill('2090-03-01T08:30')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Goes public at 1 Mar 2090, 08:30, Kigali time')).toBeVisible()
  const address = `${site.url}/insights/${slug}`
  expect((await page.request.get(address)).status()).toBe(404)

  await page.getByRole('button', { name: 'Publish…' }).click()
  await dialog.getByLabel('Now').check()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(notificationOf(page, / is published\.$/)).toBeVisible()
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(200)
  const seen = await (await page.request.get(address)).text()
  expect(seen).toContain('<strong>nineteen people</strong>')
  expect(seen).not.toContain('Mso')

  // Changes are seen when they are published, not when they are saved.
  await page.getByLabel('Address').fill('first-cohort')
  await contentOf(page).press('ControlOrMeta+End')
  await page.keyboard.type('And once more.')
  await expect(savingOf(page, 'Saved, not yet published')).toBeVisible()
  expect(await (await page.request.get(address)).text()).not.toContain('And once more.')
  await page.getByRole('button', { name: 'Publish changes…' }).click()
  await dialog.getByRole('button', { name: 'Publish changes' }).click()
  await expect(dialog).toHaveCount(0)
  const moved = await page.request.get(address, { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([308, '/insights/first-cohort'])
  expect(await (await page.request.get(address)).text()).toContain('And once more.')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
  await expect(page.getByText(/ is a draft again\.$/)).toBeVisible()
  expect((await page.request.get(`${site.url}/insights/first-cohort`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(200)
})

test.describe('with another editor', () => {
  test.use({ expectedErrors: /409/ })

  test('what each has changed is merged, and one chooses where both have changed the same', async ({
    page,
    site,
  }) => {
    const content = '<p>One.</p><p>Two.</p><p>Three.</p>'
    const article = await writeArticle(site.url, { title: 'Two editors', content })
    await openDashboard(page, article.path)
    await expect(contentOf(page)).toContainText('One.')
    await article.save({ content: '<p>One, by them.</p><p>Two.</p><p>Three.</p>', author: 'Keza' })
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' And mine.')
    await expect(contentOf(page)).toContainText('One, by them.')
    await expectSaved(page)
    expect(await article.read()).toMatchObject({
      content: '<p>One, by them.</p><p>Two.</p><p>Three. And mine.</p>',
      author: 'Keza',
    })
    await expect(page.getByLabel('Author')).toHaveValue('Keza')

    await article.save({ title: 'Theirs', content: '<p>One.</p><p>Two, theirs.</p><p>Three.</p>' })
    await contentOf(page).getByText('Two.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Mine.')
    const dialog = page.getByRole('dialog', { name: 'Two have changed this' })
    await expect(dialog).toContainText('(title, content)')
    await expectAccessible(page)
    await expect(page.getByText('Not saved: changed by two')).toBeAttached()
    await expect(dialog.getByText('Two, theirs.')).toBeVisible()
    await dialog.getByLabel('Take both, mine first').first().check()
    for (const place of await dialog.getByLabel('Take theirs').all()) {
      if (
        !(await place
          .locator('xpath=ancestor::fieldset')
          .getByRole('radio', { checked: true })
          .count())
      ) {
        await place.check()
      }
    }
    await dialog.getByRole('button', { name: 'Save this' }).click()
    await expectSaved(page)
    const merged = await article.read()
    expect(merged.title).toBe('Theirs')
    expect(merged.content).toContain('Two. Mine.')
    expect(merged.content).toContain('Two, theirs.')
  })

  test('words of one paragraph are merged, and marked where both have changed the same', async ({
    page,
    site,
  }) => {
    const content = '<p>We begin in May with <strong>thirty</strong> people from Kigali.</p>'
    const article = await writeArticle(site.url, { title: 'Two in a paragraph', content })
    await openDashboard(page, article.path)
    await expect(contentOf(page)).toContainText('We begin')
    await article.save({ content: content.replace('May', 'June') })
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' Apply now.')
    await expect(contentOf(page)).toContainText('We begin in June')
    await expectSaved(page)
    const merged = content.replace('May', 'June').replace('</p>', ' Apply now.</p>')
    expect((await article.read()).content).toBe(merged)

    await article.save({
      content: merged.replace('Apply now', 'Apply today').replace('We begin', 'They begin'),
    })
    await contentOf(page).press('ControlOrMeta+End')
    for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type('soon.')
    const dialog = page.getByRole('dialog', { name: 'Two have changed this' })
    const [mine, theirs] = [
      dialog.getByRole('region', { name: 'Yours' }),
      dialog.getByRole('region', { name: 'Theirs' }),
    ]
    await expect(mine.getByRole('insertion')).toHaveText(['They', 'soon'])
    await expect(theirs.getByRole('insertion')).toHaveText(['They', 'today'])
    await expect(mine.getByRole('deletion')).toHaveText(['We', 'now'])
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 800 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await dialog.getByLabel('Take mine').check()
    await dialog.getByRole('button', { name: 'Save this' }).click()
    await expectSaved(page)
    expect((await article.read()).content).toBe(
      merged.replace('We', 'They').replace('Apply now', 'Apply soon'),
    )
  })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /Failed to load|ERR_/ })

  test('what is written stays through a reload, and is saved when the connection is back', async ({
    page,
    site,
  }) => {
    const article = await writeArticle(site.url, { title: 'Offline', content: '<p>Before.</p>' })
    await openDashboard(page, article.path)
    await expect(contentOf(page)).toContainText('Before.')
    await page.route('**/draft/**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' After.')
    await expect(savingOf(page, 'Not saved: offline')).toBeVisible()
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('link', { name: 'Back to the list' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await expect(contentOf(page)).toContainText('Before. After.')
    expect((await article.read()).content).toBe('<p>Before.</p>')
    await page.unroute('**/draft/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expectSaved(page)
    expect((await article.read()).content).toBe('<p>Before. After.</p>')
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('unsaved')
  })
})

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
  ] as const
  const article = await writeArticle(site.url, { title: 'Pasted', content: '<p>x</p>' })
  await openDashboard(page, article.path)
  for (const [name, html, saved] of pasted) {
    await contentOf(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await pasteHtml(contentOf(page), html)
    await expect.poll(async () => (await article.read()).content, name).toBe(saved)
    await expect(notificationOf(page, /^Without/)).toHaveText(
      html.includes('<img') ? [/^Without 1 picture: .*drop it into the text/] : [],
    )
    for (const close of await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button')
      .all()) {
      await close.click()
    }
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

test('a very large article is typed in without delay, and a reload keeps the last word', async ({
  page,
  site,
}) => {
  const sentence = '<p>Nineteen people <strong>learn</strong> to <a href="/services">build</a>.</p>'
  const table = '<table><tbody><tr><td>Week</td><td>Topic</td></tr></tbody></table>'
  const content = (sentence.repeat(20) + table).repeat(100)
  const staff = await signInAsAdmin(site.url)
  const { id } = await staff.call('POST', '/dashboard/news/', {
    ...{ title: 'Everything we know', category: 'talent', author: 'Keza', description: 'All.' },
    content,
  })
  await openDashboard(page, `/dashboard/news/${id}`)
  await contentOf(page).locator('p').nth(3).click()
  const devtools = await page.context().newCDPSession(page)
  // The time of the page's own thread: what else runs on the machine doesn't count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const scriptMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
  }
  const word = 'Murakozecyane'
  const before = await scriptMs()
  await page.keyboard.type(word)
  expect((await scriptMs()) - before).toBeLessThan(word.length * 30)
  await page.reload()
  await expect(contentOf(page)).toContainText(word)
  await expectSaved(page)
  expect((await staff.call('GET', `/dashboard/news/${id}/draft/`)).content).toContain(word)
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
    await article.save({ content: `${content}<p>More</p>` })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 360, height: 800 })
    const check = async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
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

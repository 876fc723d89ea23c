import {
  beginArticle,
  contentOf,
  expectSaved,
  pasteHtml,
  savingOf,
  writeArticle,
} from './support/article-editor.ts'
import {
  notificationOf,
  openDashboard,
  rowOf,
  stripOf,
  withoutLiveChanges,
} from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
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

test.describe('in the list', () => {
  test.use({ expectedErrors: /409/ })

  test('what was edited since is published after a look, and nothing that nobody has seen', async ({
    page,
    site,
  }) => {
    const article = await writeArticle(site.url, {
      title: 'Scheduled once',
      content: '<p>Yes.</p>',
    })
    await article.schedule('2090-03-01T06:00:00Z')
    await withoutLiveChanges(page)
    await openDashboard(page, '/dashboard/news?search=Scheduled+once')
    const menu = page.getByRole('button', { name: 'Actions for Scheduled once' })
    await menu.click()
    await expect(page.getByRole('menuitem', { name: 'Publish now' })).toBeVisible()
    await article.save({ content: '<p>Yes, bec</p>' })
    await page.getByRole('menuitem', { name: 'Publish now' }).click()
    await expect(notificationOf(page, /^This was changed at .+ by Administrator/)).toBeVisible()
    expect((await article.read()).status).toBe('scheduled')
    await expect(rowOf(page, 'Scheduled once')).toContainText('Edited since')
    await menu.click()
    await expect(page.getByRole('menuitem', { name: 'Publish now' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Check and publish' }).click()
    await expect(contentOf(page)).toHaveText('Yes, bec')
    await expect(page.getByRole('button', { name: 'Publish…' })).toBeVisible()
  })

  test('nothing is undone while a move is on its way', async ({ page, site }) => {
    const one = await writeArticle(site.url, { title: 'Moved one', content: '<p>Yes.</p>' })
    const two = await writeArticle(site.url, { title: 'Moved two', content: '<p>Yes.</p>' })
    await one.publish()
    await two.publish()
    await openDashboard(page, '/dashboard/news?search=Moved')
    const press = async (title: string, item: string) => {
      await page.getByRole('button', { name: `Actions for ${title}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
      // The keys are the menu's until it is closed.
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    await press('Moved one', 'Archive')
    await expect(stripOf(page, 'Moved one is in the archive.')).toBeVisible()
    const release = await keepBack(page, '**/unpublish/')
    await press('Moved two', 'Unpublish')
    await expect(stripOf(page, 'Changing Moved two…')).toBeVisible()
    await page.keyboard.press('z')
    release()
    await expect(stripOf(page, 'Moved two is a draft again.')).toBeVisible()
    await page.keyboard.press('z')
    await expect(stripOf(page, 'Moved two: Published again.')).toBeVisible()
    expect((await one.read()).status).toBe('archived')
  })

  test('what is undone is as it was, unless a colleague has changed it since', async ({
    page,
    site,
  }) => {
    const article = await writeArticle(site.url, { title: 'Put away', content: '<p>Yes.</p>' })
    const at = '2090-03-01T06:00:00.000Z'
    await article.schedule(at)
    await article.archive()
    await openDashboard(page, '/dashboard/news?search=Put+away')
    const press = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Put away' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    for (const item of ['Publish now', 'Make it a draft']) {
      await press(item)
      await undo.click()
      await expect(stripOf(page, 'Put away: Archived again.')).toBeVisible()
      expect(await article.read()).toMatchObject({ status: 'archived', published_at: at })
      await expect(rowOf(page, 'Put away')).toContainText('Archived')
    }
    await press('Make it a draft')
    await expect(rowOf(page, 'Put away')).toContainText('Draft')
    await press('Archive')
    await expect(stripOf(page, 'Put away is in the archive.')).toBeVisible()
    await article.publish()
    await undo.click()
    await expect(stripOf(page, /^This could not be undone\. This was changed at/)).toBeVisible()
    expect((await article.read()).status).toBe('published')
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

test('a very large article is typed in without delay, and a reload keeps the last word', async ({
  page,
  site,
}) => {
  const sentence = '<p>Nineteen people <strong>learn</strong> to <a href="/services">build</a>.</p>'
  const table = '<table><tbody><tr><td>Week</td><td>Topic</td></tr></tbody></table>'
  const content = (sentence.repeat(20) + table).repeat(100)
  const staff = await signInAsAdmin(site.url)
  const { id } = await staff.call('POST', '/dashboard/news/', {
    title: 'Everything we know',
    category: 'talent',
    author: 'Keza',
    description: 'All.',
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
  expect((await scriptMs()) - before).toBeLessThan(word.length * 60)
  await page.reload()
  await expect(contentOf(page)).toContainText(word)
  await expectSaved(page)
  expect((await staff.call('GET', `/dashboard/news/${id}/draft/`)).content).toContain(word)
})

test('whoever goes elsewhere while an article is begun stays there', async ({ page }) => {
  await openDashboard(page, '/dashboard/news')
  const release = await keepBack(page, /\/api\/dashboard\/news\/drafts?\//)
  const begun = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /draft/.test(response.url()),
  )
  await page.getByRole('button', { name: 'New article' }).click()
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/tags$/)
  release()
  expect((await begun).status()).toBe(201)
  await page.getByRole('heading', { level: 1, name: 'Tags' }).click()
  await expect(page).toHaveURL(/\/dashboard\/tags$/)
})

import type { Locator, Page } from '@playwright/test'
import { newComment, typeComment, uniqueText } from './support/comments.ts'
import { pdfFile } from './support/files.ts'
import { openWithoutScripts } from './support/kept-back.ts'
import { serveMap } from './support/map.ts'
import { postsOf } from './support/posts.ts'
import { fillForm, registerButton, resumeInput, thanks } from './support/registration.ts'
import { expect, test } from './support/test.ts'
import { fillDetails, submitButton, uniqueEmail } from './support/wizard.ts'

test.use({ changesForGood: 'forms are sent' })

const article = '/insights/why-kigali-an-honest-answer'
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name }).first()

type Press = {
  path: string
  /** Fills in what is sent. */
  fill?: (page: Page) => Promise<void>
  /** What is pressed, three times in a row where it stays. */
  pressed: (page: Page) => Locator
  /** What is there once the scripts may come. */
  done: (page: Page) => Promise<void>
  /** The call that must be made once. */
  sent?: string
  /** Whether it is done before any script has come. */
  isAtOnce?: true
  widths?: number[]
  /** Whether it looks as if it could not be pressed. */
  isDisabled?: true
}

const visible = (locator: (page: Page) => Locator) => (page: Page) =>
  expect(locator(page)).toBeVisible()

const carouselAt = (name: string, place: string) => (page: Page) =>
  expect(page.getByRole('region', { name, exact: true }).locator('[data-at]')).toHaveAttribute(
    'data-at',
    place,
  )

const presses: Record<string, Press> = {
  'Our story': {
    path: '/',
    pressed: (page) => page.getByRole('banner').getByRole('button', { name: 'Our story' }),
    done: visible((page) => page.getByRole('banner').getByRole('link', { name: 'Why Rwanda' })),
    isAtOnce: true,
    widths: [1280],
  },
  'the menu': {
    path: '/',
    pressed: (page) => page.getByRole('banner').getByRole('button', { name: 'Open menu' }),
    done: visible((page) => page.getByRole('banner').getByRole('link', { name: 'Events' })),
    isAtOnce: true,
    widths: [360],
  },
  'how it works': {
    path: '/',
    pressed: (page) => page.getByRole('tab', { name: 'For Business' }),
    done: visible((page) => page.getByText('Review vetted candidates')),
    isAtOnce: true,
  },
  'the tab of services': {
    path: '/services',
    pressed: (page) => page.getByRole('tab', { name: 'For Talents' }),
    done: visible((page) => page.getByRole('heading', { name: 'Choose Your Path' })),
    isAtOnce: true,
  },
  'the bullet of a testimonial': {
    path: '/',
    pressed: (page) => page.getByRole('button', { name: /^Show testimonial 4/ }),
    done: carouselAt('Testimonials', '3'),
    isAtOnce: true,
  },
  'the dot of a partner': {
    path: '/',
    pressed: (page) => page.getByRole('button', { name: 'Show Kivu Cloud first' }),
    done: carouselAt('Our partners', '3'),
    isAtOnce: true,
  },
  'the film': {
    path: '/',
    pressed: (page) => page.getByRole('button', { name: 'Play video' }),
    done: visible((page) => page.getByRole('dialog').locator('video')),
    isAtOnce: true,
  },
  sharing: {
    path: article,
    pressed: (page) => page.getByRole('button', { name: 'Share' }),
    done: visible((page) => page.getByRole('dialog', { name: 'Share this article' })),
    isAtOnce: true,
  },
  'the category of articles': {
    path: '/insights',
    pressed: (page) => page.getByRole('link', { name: 'Industry News' }),
    done: (page) => expect(page).toHaveURL('/insights?category=industry'),
    isAtOnce: true,
  },
  'the type of events': {
    path: '/events',
    pressed: (page) => page.getByRole('link', { name: 'Conference', exact: true }),
    done: visible((page) => page.locator('[aria-current]', { hasText: 'Conference' })),
    isAtOnce: true,
  },
  'an event': {
    path: '/events',
    pressed: (page) =>
      main(page)
        .getByRole('link', { name: /^Register Now/ })
        .first(),
    done: visible((page) => page.getByRole('heading', { name: 'Register', exact: true })),
    isAtOnce: true,
  },
  'the way to the form of a testimonial': {
    path: '/',
    pressed: (page) => page.getByRole('link', { name: 'Share your experience' }),
    done: visible((page) => page.getByLabel('Your testimonial')),
    isAtOnce: true,
  },
  'more cohorts': {
    path: '/cohort-application',
    pressed: (page) => button(page, 'Load More Cohorts'),
    done: visible((page) => page.getByText(/^Page 2 of/)),
    isAtOnce: true,
  },
  'a cohort': {
    path: '/cohort-application',
    pressed: (page) => button(page, /^Select/),
    done: visible((page) => page.getByRole('heading', { name: 'Choose Your Tech Stack' })),
    isAtOnce: true,
  },
  'Continue without a cohort': {
    path: '/cohort-application',
    pressed: (page) => button(page, 'Continue'),
    done: visible((page) => main(page).getByText('Please select a cohort')),
    isDisabled: true,
    isAtOnce: true,
  },
  'an empty message': {
    path: '/contact',
    pressed: (page) => button(page, /^Send/),
    done: async (page) => {
      await expect(page.getByText('Message should be at least 10 characters.')).toBeVisible()
      await expect(page.getByLabel('Full name')).toBeFocused()
    },
  },
  'a message': {
    path: '/contact',
    fill: async (page) => {
      await page.getByLabel('Full name').fill('Katharina Vogel')
      await main(page).getByLabel('Email').fill('katharina@example.com')
      await main(page).getByLabel('Phone').fill('+49 30 1234567')
      await page.getByLabel('Subject').fill(uniqueText('Developers'))
      await page.getByRole('textbox', { name: 'Message' }).fill('We are looking for two of them.')
    },
    pressed: (page) => button(page, /^Send/),
    done: (page) => expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(''),
    sent: '/website/contact-us/',
  },
  'the map': {
    path: '/contact',
    pressed: (page) => button(page, 'Show the map'),
    done: visible((page) => page.getByTitle(/^Map of the office/)),
  },
  'a comment': {
    path: article,
    fill: (page) => typeComment(newComment(page), { message: uniqueText('Before the scripts.') }),
    pressed: (page) => button(page, 'Post Comment'),
    done: visible((page) => page.getByText('Comment posted successfully!')),
    sent: '/website/comments/',
  },
  'a reply': {
    path: article,
    fill: async (page) => {
      await button(page, /^Reply/).click()
      const form = page.getByRole('form', { name: /^Reply to/ })
      await typeComment(form, { message: uniqueText('A reply before the scripts.') })
    },
    pressed: (page) => button(page, 'Post Reply'),
    done: visible((page) => page.getByText('Reply posted successfully!')),
    sent: '/website/reply-comments/',
  },
  'a registration for an event': {
    path: '/events/1',
    fill: async (page) => {
      await page.getByLabel('Full name').fill('Aline Uwase')
      await main(page).getByLabel('Email').fill(uniqueEmail())
    },
    pressed: (page) => button(page, 'Register Now'),
    done: visible((page) => page.getByRole('heading', { name: 'See you there' })),
    sent: '/website/events/1/registrations/',
  },
  'the box of events': {
    path: '/events',
    fill: (page) => main(page).getByLabel('Email for the newsletter').fill(uniqueEmail()),
    pressed: (page) => button(page, /^Subscribe/),
    done: visible((page) => button(page, 'Subscribed')),
    sent: '/website/subscribe/',
  },
  'a testimonial': {
    path: '/testimonial',
    fill: async (page) => {
      await page.getByLabel('Full name').fill('Marieke de Wit')
      await page.getByLabel('Who you are').fill('Product owner')
      await page.getByLabel('Your testimonial').fill(uniqueText('They answered at once.'))
    },
    pressed: (page) => button(page, 'Send testimonial'),
    done: (page) => expect(main(page).getByRole('status')).toContainText('Thank you!'),
    sent: '/website/testimonies/',
  },
  'a talent': {
    path: '/register',
    fill: async (page) => {
      await fillForm(page, uniqueEmail())
      await resumeInput(page).setInputFiles(await pdfFile())
    },
    pressed: registerButton,
    done: visible(thanks),
    sent: '/website/talents/',
  },
}

test.beforeEach(({ page }) => serveMap(page))

for (const width of [360, 1280]) {
  test.describe(`at ${width} pixels, before any script has come`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const [what, press] of Object.entries(presses)) {
      if (press.widths && !press.widths.includes(width)) continue
      const when = press.isAtOnce ? 'at once' : 'once they have'
      test(`a press on ${what} is done ${when}, and not again`, async ({ page }) => {
        const calls = postsOf(page)
        const release = await openWithoutScripts(page, press.path)
        await press.fill?.(page)
        const pressed = press.pressed(page)
        const click = () => pressed.click({ force: press.isDisabled ?? false })
        await click()
        if (press.isAtOnce) return press.done(page)
        for (let again = 0; again < 2; again += 1) await click()
        release()
        await press.done(page)
        expect(calls).toEqual(press.sent ? [`/api${press.sent}`] : [])
      })
    }

    test('an application is made, one press after the other', async ({ page }) => {
      test.slow()
      const release = await openWithoutScripts(page, '/cohort-application')
      await button(page, /^Select/).click()
      await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeVisible()
      await button(page, 'Previous').click()
      await expect(button(page, /^Selected/)).toBeVisible()
      await button(page, /^Selected/).click()
      await button(page, /^Select REACT/).click()
      await expect(page.getByRole('heading', { name: 'Personal Details' })).toBeVisible()
      const sent = postsOf(page)
      await fillDetails(page, uniqueEmail())
      await page.getByLabel('Resume').setInputFiles(await pdfFile())
      for (let press = 0; press < 3; press += 1) await submitButton(page).click()
      release()
      // Where the script of the form comes too late, the browser sends it.
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
      expect(sent).toHaveLength(1)
    })
  })
}

test('Our story opens on hover, before any script has come', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openWithoutScripts(page, '/')
  // The script of the menus is at the end of the document.
  await expect(page.locator('html')).toHaveAttribute('data-framed')
  const link = page.getByRole('banner').getByRole('link', { name: 'Why Rwanda' })
  await page.getByRole('banner').getByRole('button', { name: 'Our story' }).hover()
  await expect(link).toBeVisible()
  await link.hover()
  await expect(link).toBeVisible()
  await page.mouse.move(600, 600)
  await expect(link).toBeHidden()
})

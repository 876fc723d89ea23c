import { expect, type Locator, type Page } from '@playwright/test'
import { newComment, typeComment, uniqueText } from './comments.ts'
import { pdfFile } from './files.ts'
import { fillForm, registerButton, resumeInput, thanks } from './registration.ts'
import { fillDetails, submitButton, uniqueEmail } from './wizard.ts'

/** Something that visitors press on public pages, before any script has come. */
export type Press = {
  path: string
  /** Fills in what is sent. */
  fill?: (page: Page) => Promise<void>
  pressed: (page: Page) => Locator
  /** How, unless by a click. */
  press?: (pressed: Locator) => Promise<unknown>
  /** What is there once it is done, and not if it is done again. */
  done: (page: Page) => Promise<void>
  /** The call that must be made once. */
  sent?: string | RegExp
  /** Whether the browser itself opens another document, before any script. */
  isLink?: true
  /** Whether a document is opened once the page's own script has come. */
  isOpened?: true
  /** Whether the page's own scripts do it, without React. */
  isOwn?: true
  widths?: number[]
  /** Whether it looks as if it could not be pressed. */
  isDisabled?: true
}

const article = '/insights/why-kigali-an-honest-answer'
const main = (page: Page) => page.getByRole('main')
const banner = (page: Page) => page.getByRole('banner')
const footer = (page: Page) => page.getByRole('contentinfo')
const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name }).first()

const visible = (locator: (page: Page) => Locator) => (page: Page) =>
  expect(locator(page)).toBeVisible()

const heading = (name: string) =>
  visible((page) => page.getByRole('heading', { name, exact: true }))

const carouselAt = (name: string, place: string) => (page: Page) =>
  expect(page.getByRole('region', { name, exact: true }).locator('[data-at]')).toHaveAttribute(
    'data-at',
    place,
  )

/** Everything that can be pressed so. */
export const presses: Record<string, Press> = {
  'Our story': {
    path: '/',
    pressed: (page) => banner(page).getByRole('button', { name: 'Our story' }),
    done: visible((page) => banner(page).getByRole('link', { name: 'Why Rwanda' })),
    isOwn: true,
    widths: [1280],
  },
  'the menu': {
    path: '/',
    pressed: (page) => banner(page).getByRole('button', { name: 'Open menu' }),
    done: visible((page) => banner(page).getByRole('link', { name: 'Events' })),
    isOwn: true,
    widths: [360],
  },
  'how it works': {
    path: '/',
    pressed: (page) => page.getByRole('tab', { name: 'For Business' }),
    done: async (page) => {
      await expect(page.getByText('Review vetted candidates')).toBeVisible()
      await expect(page).toHaveURL('/?for=business#how-it-works')
    },
    isOwn: true,
  },
  'the tab of services': {
    path: '/services',
    pressed: (page) => page.getByRole('tab', { name: 'For Talents' }),
    done: visible((page) => page.getByRole('heading', { name: 'Choose Your Path' })),
    isOwn: true,
  },
  'the bullet of a testimonial': {
    path: '/',
    pressed: (page) => page.getByRole('button', { name: /^Show testimonial 4/ }),
    done: carouselAt('Testimonials', '3'),
    isOwn: true,
  },
  'the next testimonial': {
    path: '/',
    pressed: (page) => page.getByRole('button', { name: 'Next testimonial' }),
    done: carouselAt('Testimonials', '1'),
    isOwn: true,
  },
  'the previous testimonial': {
    path: '/',
    pressed: (page) => page.getByRole('button', { name: 'Previous testimonial' }),
    done: carouselAt('Testimonials', '7'),
    isOwn: true,
  },
  'the dot of a partner': {
    path: '/',
    pressed: (page) => page.getByRole('button', { name: 'Show Kivu Cloud first' }),
    done: carouselAt('Our partners', '3'),
    isOwn: true,
  },
  'the film': {
    path: '/',
    pressed: (page) => page.getByRole('button', { name: 'Play video' }),
    done: visible((page) => page.getByRole('dialog').locator('video')),
    isOwn: true,
  },
  sharing: {
    path: article,
    pressed: (page) => page.getByRole('button', { name: 'Share' }),
    done: visible((page) => page.getByRole('dialog', { name: 'Share this article' })),
    isOwn: true,
  },
  'the category of articles': {
    path: '/insights',
    pressed: (page) => page.getByRole('link', { name: 'Industry News' }),
    done: (page) => expect(page).toHaveURL('/insights?category=industry'),
    isLink: true,
  },
  'more articles': {
    path: '/insights',
    pressed: (page) => page.getByRole('link', { name: 'Load More Articles' }),
    done: (page) => expect(page.getByText('Read More')).toHaveCount(20),
    isLink: true,
  },
  'the type of events': {
    path: '/events',
    pressed: (page) => page.getByRole('link', { name: 'Conference', exact: true }),
    done: visible((page) => page.locator('[aria-current]', { hasText: 'Conference' })),
    isLink: true,
  },
  'more events': {
    path: '/events',
    pressed: (page) => page.getByRole('link', { name: 'Load More Events' }),
    done: visible((page) => main(page).getByRole('article').nth(6)),
    isLink: true,
  },
  'an event': {
    path: '/events',
    pressed: (page) =>
      main(page)
        .getByRole('link', { name: /^Register Now/ })
        .first(),
    done: heading('Register'),
    isLink: true,
  },
  'the way to the form of a testimonial': {
    path: '/',
    pressed: (page) => page.getByRole('link', { name: 'Share your experience' }),
    done: visible((page) => page.getByLabel('Your testimonial')),
    isLink: true,
  },
  'the answer to a comment': {
    path: article,
    pressed: (page) => button(page, /^Reply/),
    done: visible((page) => page.getByRole('form', { name: /^Reply to/ })),
    isOpened: true,
  },
  'more cohorts': {
    path: '/cohort-application',
    pressed: (page) => button(page, 'Load More Cohorts'),
    done: visible((page) => page.getByText(/^Page 2 of/)),
    isOpened: true,
  },
  'a cohort': {
    path: '/cohort-application',
    pressed: (page) => button(page, /^Select/),
    done: heading('Choose Your Tech Stack'),
    isOpened: true,
  },
  'Continue without a cohort': {
    path: '/cohort-application',
    pressed: (page) => button(page, 'Continue'),
    done: visible((page) => main(page).getByText('Please select a cohort')),
    isOpened: true,
    isDisabled: true,
  },
  'the check of a certificate': {
    path: '/verify',
    fill: (page) => main(page).getByLabel('The code of the certificate').fill('x'),
    pressed: (page) => button(page, 'Check'),
    done: (page) => expect(page).toHaveURL('/verify/X'),
    isOpened: true,
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
      const message = page.getByRole('textbox', { name: 'Message' })
      await message.fill(uniqueText('We are looking for two of them.'))
    },
    pressed: (page) => button(page, /^Send/),
    done: (page) => expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(''),
    sent: '/api/website/contact-us/',
  },
  'the kind of a message': {
    path: '/contact',
    pressed: (page) => page.getByLabel('What is it about?'),
    press: (select) => select.selectOption('Partnership'),
    done: (page) => expect(page.getByLabel('Subject')).toHaveValue('A partnership'),
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
    sent: '/api/website/comments/',
  },
  'a reply': {
    path: `${article}?reply=11`,
    fill: (page) =>
      typeComment(page.getByRole('form', { name: /^Reply to/ }), {
        message: uniqueText('A reply before the scripts.'),
      }),
    pressed: (page) => button(page, 'Post Reply'),
    done: visible((page) => page.getByText('Reply posted successfully!')),
    sent: '/api/website/reply-comments/',
  },
  'a registration for an event': {
    path: '/events/1',
    fill: async (page) => {
      await page.getByLabel('Full name').fill('Aline Uwase')
      await main(page).getByLabel('Email').fill(uniqueEmail())
    },
    pressed: (page) => button(page, 'Register Now'),
    done: heading('See you there'),
    sent: '/api/website/events/1/registrations/',
  },
  'the box of events': {
    path: '/events',
    fill: (page) => main(page).getByLabel('Email for the newsletter').fill(uniqueEmail()),
    pressed: (page) => button(page, /^Subscribe/),
    done: visible((page) => button(page, 'Subscribed')),
    sent: '/api/website/subscribe/',
  },
  'the newsletter': {
    path: '/',
    fill: (page) => footer(page).getByLabel('Email for the newsletter').fill(uniqueEmail()),
    pressed: (page) => footer(page).getByRole('button', { name: /^Subscribe/ }),
    done: visible((page) => footer(page).getByRole('button', { name: 'Subscribed' })),
    sent: '/api/website/subscribe/',
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
    sent: '/api/website/testimonies/',
  },
  'a talent': {
    path: '/register',
    fill: async (page) => {
      await fillForm(page, uniqueEmail())
      await resumeInput(page).setInputFiles(await pdfFile())
    },
    pressed: registerButton,
    done: visible(thanks),
    sent: '/api/website/talents/',
  },
  'Continue with a cohort': {
    path: '/cohort-application?cohort=1&step=1',
    pressed: (page) => button(page, 'Continue'),
    done: heading('Choose Your Tech Stack'),
    isOpened: true,
  },
  'a tech stack': {
    path: '/cohort-application?cohort=1',
    pressed: (page) => button(page, /^Select REACT/),
    done: heading('Personal Details & Resume'),
    isOpened: true,
  },
  'a link to what is stored': {
    path: '/my-data',
    fill: (page) => page.getByLabel('Your email').fill(uniqueEmail()),
    pressed: (page) => button(page, 'Send me a link'),
    done: visible((page) => page.getByText('The link there works for')),
    sent: '/api/website/personal-data/',
  },
  'an application': {
    path: '/cohort-application?cohort=1&tech_stack=react-js',
    fill: async (page) => {
      await fillDetails(page, uniqueEmail())
      await page.getByLabel('Resume').setInputFiles(await pdfFile())
    },
    pressed: submitButton,
    done: heading('Application Submitted!'),
    // Where the script of the form comes too late, the browser sends it.
    sent: /^\/api\/website\/application\/$|^\/cohort-application$/,
  },
}

import { uniqueText } from '../support/comments.ts'
import { uniqueEmail } from '../support/wizard.ts'
import { test } from './test.ts'

test('a comment is shown at once under its article', async ({ visitor }) => {
  const message = uniqueText('What about the rain season?')
  await visitor.open('/insights/why-kigali-an-honest-answer')
  await visitor.fill('Name', 'Aline Uwase')
  await visitor.fill('Email', 'aline@example.rw')
  await visitor.fill('Message', message)
  await visitor.press('button', 'Post Comment')
  await visitor.isTold('Comment posted successfully!')
  await visitor.sees(message)
})

test('a message is sent to the company', async ({ visitor }) => {
  await visitor.open('/contact')
  await visitor.fill('Full name', 'Katharina Vogel')
  await visitor.fill('Email', 'katharina@example.com')
  await visitor.fill('Phone', '+49 30 1234567')
  await visitor.fill('Subject', 'Two backend developers')
  await visitor.fill('Message', 'We are looking for two backend developers from March on.')
  await visitor.press('button', 'Send')
  await visitor.isTold('Your Query was sent successfuly')
})

test('a visitor subscribes to the newsletter', async ({ visitor }) => {
  await visitor.open('/services')
  await visitor.fill('Email for the newsletter', uniqueEmail())
  await visitor.press('button', 'Subscribe')
  await visitor.isTold('You have successfuly subscribe to our news letter')
  await visitor.hasFocusOn('Subscribed')
})

test('a visitor registers for an event', async ({ visitor }) => {
  await visitor.open('/events')
  await visitor.press('link', 'Register Now')
  await visitor.fill('Full name', 'Aline Uwase')
  await visitor.fill('Email', uniqueEmail())
  await visitor.press('button', 'Register Now')
  await visitor.seesHeading('See you there')
})

test('a visitor shares their experience', async ({ visitor }) => {
  await visitor.open('/')
  await visitor.press('link', 'Share your experience')
  await visitor.fill('Full name', 'Marieke de Wit')
  await visitor.fill('Who you are', 'Product owner, Utrecht')
  await visitor.fill('Your testimonial', 'They answered before I had asked.')
  await visitor.press('button', 'Send testimonial')
  await visitor.sees('Thank you! Our team reads every testimonial')
})

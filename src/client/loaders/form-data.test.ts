import { expect, test } from 'vitest'
import { readPostedForm } from './form-data.ts'

const posted = (body: string, type = 'application/x-www-form-urlencoded') =>
  new Request('http://site/page', { method: 'POST', body, headers: { 'content-type': type } })

test('reads a posted form with characters of any script', async () => {
  const form = await readPostedForm(posted('name=Aline+Uwase&message=%C3%A7a+va%20%F0%9F%8C%8D'))
  expect(Object.fromEntries(form)).toEqual({ name: 'Aline Uwase', message: 'ça va 🌍' })
})

test('refuses a body over the limit with 413', async () => {
  const tooMuch = posted(`message=${'a'.repeat(70_000)}`)
  await expect(readPostedForm(tooMuch)).rejects.toMatchObject({ init: { status: 413 } })
})

test('reads multipart form data of a mail program, without its files', async () => {
  const sent = new FormData()
  sent.set('List-Unsubscribe', 'One-Click')
  sent.set('other', new File(['x'], 'x.txt'))
  const form = await readPostedForm(new Request('http://site/page', { method: 'POST', body: sent }))
  expect(Object.fromEntries(form)).toEqual({ 'List-Unsubscribe': 'One-Click' })
  const broken = posted('--x', 'multipart/form-data; boundary=x')
  await expect(readPostedForm(broken)).rejects.toMatchObject({ init: { status: 400 } })
})

test('refuses any other content type with 415', async () => {
  const json = posted('{}', 'application/json')
  await expect(readPostedForm(json)).rejects.toMatchObject({ init: { status: 415 } })
})

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

export const newComment = (page: Page) => page.getByRole('form', { name: 'New comment' })

/** Words that no comment has had before: the same twice are refused. */
export const uniqueWords = (begin: string) => `${begin} ${randomUUID().slice(0, 8)}`

/** Fills a form as people do: what comes back within three seconds of the page is held as a program's. */
export async function typeComment(
  form: ReturnType<typeof newComment>,
  { name = 'Aline Uwase', email = 'aline@example.rw', message }: Record<string, string>,
) {
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Message').pressSequentially(message ?? '', { delay: 80 })
}

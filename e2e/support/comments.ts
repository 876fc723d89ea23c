import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

export const newComment = (page: Page) => page.getByRole('form', { name: 'New comment' })

/** A unique text: duplicate comments are refused. */
export const uniqueText = (begin: string) => `${begin} ${randomUUID().slice(0, 8)}`

export async function typeComment(
  form: ReturnType<typeof newComment>,
  { name = 'Aline Uwase', email = 'aline@example.rw', message }: Record<string, string>,
) {
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Message').fill(message ?? '')
}

import { extractText, getDocumentProxy } from 'unpdf'
import type { TestApp } from './app.ts'

/** What staff type to issue one. */
export const noella = {
  full_name: 'Noëlla Mukamana',
  email: 'Noella@example.rw',
  course: 'UX/UI Design',
  cohort: 'Women in Tech Cohort 4',
  start: '2025-10-06',
  end: '2026-01-09',
}

/** The API call of the link to a certificate in the latest email that has one, as the page makes it. */
export async function linkInOutbox(app: TestApp) {
  const { body } = await app.services.database
    .selectFrom('outbox')
    .select('body')
    .where('body', 'like', '%/certificate?%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { search } = new URL(/\S+\/certificate\?\S+/.exec(body)?.[0] ?? '')
  return `/api/students/certificate/${search}`
}

/** The text of every page and the title of a PDF. */
export async function readPdf(response: Response) {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const beginning = new TextDecoder().decode(bytes.slice(0, 5))
  const document = await getDocumentProxy(bytes)
  const { text, totalPages } = await extractText(document, { mergePages: true })
  const { info } = await document.getMetadata()
  return { beginning, text, totalPages, title: (info as { Title?: string }).Title }
}

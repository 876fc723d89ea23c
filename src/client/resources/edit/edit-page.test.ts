import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { TextField } from '#ui/forms/text-field.tsx'
import { EditPage } from './edit-page.tsx'

type Article = { id: number; title: string }

const valuesOf = (article: Article | undefined) => ({ title: article?.title ?? '' })

function render(article: Article | undefined) {
  const page = createElement(EditPage<Article, ReturnType<typeof valuesOf>>, {
    row: article,
    noun: 'article',
    savedBy: 'events.update',
    rowName: ({ title }) => title,
    list: { path: '/dashboard/articles', title: 'Articles' },
    valuesOf,
    save: () => Promise.reject(new Error('Nothing is saved here')),
    // biome-ignore lint/correctness/noChildrenProp: the type requires it, and this file has no JSX
    children: (field) => createElement(TextField, { ...field('title'), label: 'Title' }),
  })
  const path = '/dashboard/articles/7'
  const router = createMemoryRouter([{ path, element: page }], {
    initialEntries: [`${path}?search=kigali`],
  })
  const html = renderToString(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(RouterProvider, { router }),
    ),
  )
  return html.replaceAll('<!-- -->', '')
}

test('an edit page is titled with its row and links to the list with its filters', () => {
  const html = render({ id: 7, title: 'Kigali in numbers' })
  expect(html).toMatch(/<h1[^>]*>Edit Kigali in numbers<\/h1>/)
  expect(html).toContain('href="/dashboard/articles?search=kigali"')
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*><span[^>]*>Save<\/span><\/button>/)
  expect(html).toMatch(/name="title"/)
})

test('a page for a new row is titled with its noun', () => {
  const html = render(undefined)
  expect(html).toMatch(/<h1[^>]*>New article<\/h1>/)
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*><span[^>]*>Create article<\/span><\/button>/)
})

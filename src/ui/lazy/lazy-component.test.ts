import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

type Part = { Part: (props: { onClose?: () => void }) => string }

const gone = new Error('A part of the page could not be loaded.', { cause: 404 })

/** Renders a page with a part whose script is gone. @returns its HTML, and what fails with it */
async function render(props: { onClose?: () => void }) {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failed: unknown[] = []
  const part = lazyComponent<Part, 'Part'>(() => Promise.reject(gone), 'Part')
  const stream = await renderToReadableStream(
    createElement('form', null, 'Half a thought', createElement(part, props)),
    { onError: (error) => void failed.push(error) },
  )
  await stream.allReady
  const html = await new Response(stream).text()
  expect(logged.mock.calls).toEqual([[gone]])
  logged.mockRestore()
  return { html, failed }
}

test('a part that cannot be loaded leaves the page as it is, and says in its place how to go on', async () => {
  const { html, failed } = await render({})
  expect(failed).toEqual([])
  expect(html).toContain('Half a thought')
  expect(html).toContain('Save what you typed, then reload the page.')
})

test('a dialog that cannot be loaded leaves the page as it is', async () => {
  const { html, failed } = await render({ onClose: () => {} })
  expect(failed).toEqual([])
  expect(html).toContain('Half a thought')
  expect(html).not.toContain('<p>')
})

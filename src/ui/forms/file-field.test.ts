import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FileField } from './file-field.tsx'

/** The texts that screen readers tell with the field, in their order. */
function descriptionOf(file: File | null) {
  const html = renderToStaticMarkup(
    createElement(FileField, {
      label: 'Resume',
      what: 'resume',
      hint: 'Up to 10MB',
      accept: '.pdf',
      file,
      error: 'Broken',
      onChoose: () => {},
      onRemove: () => {},
    }),
  )
  const ids = /<input[^>]*aria-describedby="(.*?)"/.exec(html)?.[1]?.split(' ') ?? []
  return ids.map((id) =>
    new RegExp(`id="${id}"[^>]*>(.*?)</p>`).exec(html)?.[1]?.replace(/<.*?>/g, ''),
  )
}

test('the field, which browsers say has no file, is described by the name of the chosen one', () => {
  expect(descriptionOf(null)).toEqual(['Broken', 'Up to 10MB'])
  expect(descriptionOf(new File(['%PDF-'], 'cv.pdf'))).toEqual(['cv.pdf', 'Broken', '5 bytes'])
})

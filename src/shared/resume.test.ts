import { expect, test } from 'vitest'
import { resumeMessages, validateResume, withResumeExtension } from './resume.ts'

const named = (name: string, type: string) => {
  const file = withResumeExtension(new File(['%PDF-'], name, { type, lastModified: 7 }))
  return [file.name, validateResume(file)]
}

test('a resume whose name lacks the extension gets that of its type', async () => {
  expect(named('Aline CV', 'application/pdf')).toEqual(['Aline CV.pdf', undefined])
  expect(named('cv.2026', 'application/msword')).toEqual(['cv.2026.doc', undefined])
  const file = withResumeExtension(
    new File(['%PDF-'], 'cv', { type: 'application/pdf', lastModified: 7 }),
  )
  expect([await file.text(), file.type, file.lastModified]).toEqual(['%PDF-', 'application/pdf', 7])
})

test('a name with an extension stays, and so does what is no resume', () => {
  expect(named('CV.PDF', 'application/pdf')).toEqual(['CV.PDF', undefined])
  expect(named('cv.docx', 'application/pdf')).toEqual(['cv.docx', undefined])
  for (const type of ['', 'image/png']) {
    expect(named('cv', type)).toEqual(['cv', resumeMessages.resumeType])
  }
})

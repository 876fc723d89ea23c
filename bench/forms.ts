import { createHash } from 'node:crypto'
import type autocannon from 'autocannon'
import { resumePdf } from '#seed/resume-pdf.ts'

const resumeBytes = 100_000

/** A request for each form, from an address of its own. */
function forms(
  path: string,
  formOf: (number: number) => { headers: Record<string, string>; body: Buffer },
): autocannon.Request {
  let sent = 0
  return {
    method: 'POST',
    path,
    setupRequest(request) {
      sent += 1
      const { headers, body } = formOf(sent)
      const from = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
      return { ...request, headers: { ...headers, 'x-forwarded-for': from }, body }
    },
  }
}

const jsonForms = (path: string, fieldsOf: (number: number) => object) =>
  forms(path, (number) => ({
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(fieldsOf(number))),
  }))

/** Comments on these articles. */
export const commentForms = (articles: readonly number[]) =>
  jsonForms('/api/website/comments/', (number) => ({
    news_id: articles[number % articles.length],
    name: 'Eric Mugisha',
    email: `reader.${number}@example.rw`,
    message: `This is how we did it in Huye, too, and it took us ${number} days.`,
  }))

export const messageForms = () =>
  jsonForms('/api/website/contact-us/', (number) => ({
    full_name: 'Aline Uwase',
    email: `writer.${number}@example.rw`,
    phone: '+250788123456',
    subject: 'A question',
    message: `When does the next cohort start, and may I apply from ${number} km away?`,
  }))

/** Applications, as a browser would send them through a proxy that sets X-Forwarded-For, each with a PDF of 100 kB. */
export function applicationForms(cohort: number, techStack: string) {
  const boundary = '----WebKitFormBoundaryMeasurements'
  const fields = {
    first_name: 'Aline',
    last_name: 'Uwase',
    phone_number: '+250788123456',
    other_phone_number: '',
    date_of_birth: '2001-05-17',
    identification: '1200170012345678',
    gender: 'FEMALE',
    level: 'BEGINER',
    description: 'I want to build things that people in my town use.',
    done_at: '2026-03-02',
    cohort: String(cohort),
    tech_stack: techStack,
  }
  const head = Object.entries(fields)
    .map(([name, value]) => part(boundary, name, value))
    .join('')
  const file = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="resume"; filename="resume.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    resumeOf(resumeBytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return forms('/api/website/application/', (number) => {
    const email = part(boundary, 'email', `aline.uwase.${number}@example.rw`)
    return {
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'idempotency-key': `measurement-${number}`,
      },
      body: Buffer.concat([Buffer.from(head + email), file]),
    }
  })
}

const part = (boundary: string, name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** A valid PDF of about that size with incompressible text. */
function resumeOf(bytes: number) {
  const lines = Array.from({ length: Math.floor(bytes / 100) }, (_, index) =>
    createHash('sha512').update(String(index)).digest('base64'),
  )
  return resumePdf(['Aline Uwase', ...lines])
}

import { createHash, randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { resumePdf } from '../../src/seed/resume-pdf.ts'

export type Applicant = {
  email: string
  sha256: string
  key: string
  /** The id in the server's response: from then on the application must not be lost. */
  acknowledgedId: number | null
  send(siteUrl: string, pauseMs?: number): Promise<Answer>
}

type Answer = { status: number; text: string; headers: IncomingHttpHeaders }

let count = 0

/** Creates an applicant with a unique resume, who sends the same form with the same key each time. */
export async function createApplicant(target: {
  cohort: number
  tech_stack: string
}): Promise<Applicant> {
  count += 1
  const number = count
  const email = `applicant${number}@example.rw`
  const resume = resumePdf([
    `Applicant ${number}`,
    ...Array.from({ length: number % 40 }, () => randomUUID()),
  ])
  const form = new FormData()
  const fields = {
    ...target,
    first_name: 'Aline',
    last_name: `Uwase ${number}`,
    email,
    gender: 'FEMALE',
    phone_number: '+250788123456',
    date_of_birth: '2001-05-17',
    identification: '1200170012345678',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('resume', new Blob([resume], { type: 'application/pdf' }), `resume-${number}.pdf`)
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const key = randomUUID()
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    'content-length': body.length,
    'idempotency-key': key,
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  }
  const applicant: Applicant = {
    email,
    sha256: createHash('sha256').update(resume).digest('hex'),
    key,
    acknowledgedId: null,
    async send(siteUrl, pauseMs = 0) {
      const response = await post(siteUrl, headers, body, pauseMs)
      if (response.status === 201) applicant.acknowledgedId = JSON.parse(response.text).data.id
      return response
    },
  }
  return applicant
}

/** Sends the body in two halves with a pause between them. @throws when no complete response arrives */
function post(
  siteUrl: string,
  headers: Record<string, string | number>,
  body: Buffer,
  pauseMs: number,
) {
  return new Promise<Answer>((resolve, reject) => {
    const call = request(`${siteUrl}/api/website/application/`, {
      method: 'POST',
      headers,
      agent: false,
    })
    call.on('error', reject)
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: String(Buffer.concat(chunks)),
          headers: response.headers,
        }),
      )
    })
    const half = Math.floor(body.length / 2)
    call.write(body.subarray(0, half))
    void wait(pauseMs).then(() => call.end(body.subarray(half)))
  })
}

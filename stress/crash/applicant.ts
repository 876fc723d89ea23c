import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { resumePdf } from '../../src/platform/documents/resume-pdf.ts'

export type Applicant = {
  email: string
  sha256: string
  key: string
  /** The id that the server answered with: from then on the application may not be lost. */
  acknowledgedId: number | null
  send(address: string, pauseMs?: number): Promise<{ status: number; text: string }>
}

let count = 0

/** Somebody with a resume of their own, who sends the same form under the same key each time. */
export async function createApplicant(place: {
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
    ...{ ...place, first_name: 'Aline', last_name: `Uwase ${number}`, email, gender: 'FEMALE' },
    ...{
      phone_number: '+250788123456',
      date_of_birth: '2001-05-17',
      identification: '1200170012345678',
    },
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
    async send(address, pauseMs = 0) {
      const answer = await post(address, headers, body, pauseMs)
      if (answer.status === 201) applicant.acknowledgedId = JSON.parse(answer.text).data.id
      return answer
    },
  }
  return applicant
}

/** Sends the body in two halves with a pause between them. @throws when no whole answer comes back */
function post(
  address: string,
  headers: Record<string, string | number>,
  body: Buffer,
  pauseMs: number,
) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request(`${address}/api/website/application/`, {
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
        resolve({ status: response.statusCode ?? 0, text: String(Buffer.concat(chunks)) }),
      )
    })
    const half = Math.floor(body.length / 2)
    call.write(body.subarray(0, half))
    void wait(pauseMs).then(() => call.end(body.subarray(half)))
  })
}

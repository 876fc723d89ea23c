import { createHmac, timingSafeEqual } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type { Hono } from 'hono'
import { z } from 'zod'
import { readSmallBody } from '#platform/http/body.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { errorBody } from '#platform/http/errors.ts'
import { bounceKindOf, recordBounce } from '#platform/mail/bounces.ts'
import { readMessageId } from '#platform/mail/message-id.ts'
import type { AppEnvironment } from './environment.ts'

const text = z.string().max(1_000)

/** The reports of an email service: docs/running.md describes them. */
const eventsSchema = z.object({
  events: z
    .array(
      z.object({
        type: z.enum(['bounce', 'complaint']),
        message_id: text,
        status: text.default(''),
        detail: text.default(''),
      }),
    )
    .max(1_000),
})

const refuse = (detail: string, status: 400 | 401) => Response.json({ detail }, { status })

/** Takes bounces and complaints from an email service, where a secret is set that signs them. */
export function serveMailWebhook(app: Hono<AppEnvironment>, { config }: Services) {
  const { mailWebhookSecret: secret } = config
  if (!secret) return
  app.post('/webhooks/mail', async (c) => {
    const context = c.get('context')
    try {
      const body = await readSmallBody(c.req.raw, context)
      if (!isSigned(body, c.req.header('x-signature') ?? '', secret)) {
        return refuse('X-Signature is not the HMAC of the body by MAIL_WEBHOOK_SECRET.', 401)
      }
      return await record(context, body)
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error
      return Response.json(errorBody(error), { status: error.status })
    }
  })
}

/** Checks the HMAC-SHA256 of the body as it arrived, in hexadecimal. */
function isSigned(body: Buffer, header: string, secret: string) {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(header.replace(/^sha256=/, ''), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function record(context: RequestContext, body: Buffer) {
  let json: unknown
  try {
    json = JSON.parse(body.toString())
  } catch {
    return refuse('This is no JSON.', 400)
  }
  const parsed = eventsSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refuse(`${issue?.path.join('.')}: ${issue?.message}`, 400)
  }
  let recorded = 0
  for (const { type, message_id, status, detail } of parsed.data.events) {
    const id = readMessageId(context, message_id)
    const kind = type === 'complaint' ? 'COMPLAINT' : bounceKindOf(status)
    if (id === null || kind === null) continue
    const said = [status, detail].filter(Boolean).join(' ')
    if (await recordBounce(context, { id, kind, detail: said })) recorded += 1
  }
  return Response.json({ recorded })
}

import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../src/config.ts'
import { writeDigests } from '../src/features/overview/server/digest.ts'
import { dkimRecord } from '../src/platform/mail/dkim.ts'
import { createArticle } from '../src/seed/factories/news.ts'
import { openServices } from '../src/server/services.ts'
import { companyDefaults } from '../src/shared/company-defaults.ts'
import { defaultStatusEmails } from '../src/shared/status-emails.ts'
import { createApplicant } from './crash/applicant.ts'
import { formTokenIn } from './faults/visitors.ts'
import { startReceiver } from './mail/mail-tools.ts'
import { admin, createCohortAndStack, createSite, type Staff, signIn, startServer } from './site.ts'

type Services = Awaited<ReturnType<typeof openServices>>['services']

// Has the site's emails judged by programs that others wrote: Postfix receives them, OpenDKIM checks their signatures,
// rspamd scores them, and an IMAP client reads them from Dovecot.
const scoreMax = 2
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = { name: 'huza', privateKey }
const sender = companyDefaults.contact.email
const domain = sender.slice(sender.indexOf('@') + 1)

const receiver = await startReceiver([
  dkimRecord(key, sender),
  { host: domain, value: 'v=spf1 ip4:127.0.0.1 -all' },
  { host: `_dmarc.${domain}`, value: 'v=DMARC1; p=reject' },
])
const site = await createSite()
try {
  const keyFile = join(site.dataDir, 'dkim.pem')
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const settings = { SMTP_URL: receiver.smtpUrl, DKIM_KEY_FILE: keyFile, FORM_SECONDS_MIN: '0' }
  const environment = { ...site.environment, ...settings }
  const server = startServer({ ...site, environment })
  const siteUrl = await server.siteUrl
  const { services, close } = await openServices(readConfig({ ...environment, SMTP_URL: '' }))
  const expected = await causeEmails(siteUrl, services)
  await close()
  const count = await untilArrived(expected)
  await server.stop()
  if (count !== expected) throw new Error(`${count} of ${expected} emails arrived`)
  let wrong = 0
  for (let at = 1; at <= count; at += 1) if (!judge(await receiver.read(at))) wrong += 1
  if (wrong > 0) throw new Error(`${wrong} of ${count} emails would not be trusted`)
} finally {
  await site.remove()
  await receiver.stop()
}

/** Waits until so many emails have arrived, for two minutes at most. @returns how many have */
async function untilArrived(expected: number) {
  for (let tries = 0; (await receiver.count()) < expected && tries < 240; tries += 1)
    await wait(500)
  return receiver.count()
}

/** Does what the site writes emails about. @returns how many emails that must bring */
async function causeEmails(siteUrl: string, services: Services) {
  const staff = await signIn(siteUrl)
  const target = await createCohortAndStack(staff)
  const person = (name: string) => `${name}@example.rw`
  let count = 0
  const cause = async (done: Promise<{ status: number }>, emails = 1) => {
    const { status } = await done
    if (status >= 300) throw new Error(`Email ${count + 1}: status ${status}`)
    count += emails
  }
  const form = await staff.get('/website/form-token/')
  const visitor = { form_token: formTokenIn(await form.text()) }

  await cause((await createApplicant(target)).send(siteUrl))
  await cause(staff.post('/website/subscribe/', { ...visitor, email: person('reader') }))
  const token = await tokenTo(person('reader'), services)
  await cause(staff.post('/website/subscribe/confirm/', { token }))
  await cause(sendIssue(staff, await createArticle(services)))
  const event = await createEvent(staff)
  const guest = { ...visitor, full_name: 'Ineza Mugisha', email: person('ineza') }
  await cause(staff.post(`/website/events/${event}/registrations/`, guest))
  // A change takes back what waits about the event as it was.
  await untilArrived(count)
  await cause(
    staff.patch(`/admin/events/${event}/`, {
      location: 'Huye',
      message: 'The hall is too small.',
      seen_recipients: 1,
    }),
  )
  await untilArrived(count)
  await cause(
    staff.post(`/admin/events/${event}/cancel/`, {
      message: 'The hall is closed.',
      seen_recipients: 1,
    }),
  )
  const invited = { email: person('colleague'), name: 'Keza Uwimana', role: 'EDITOR' }
  await cause(staff.post('/admin/users/', { ...invited, current_password: admin.password }))
  await cause(
    staff.post('/admin/certificates/', {
      full_name: 'Aline Uwase',
      email: person('aline'),
      course: 'Python',
      cohort: 'Cohort 1',
      start: '2026-01-05',
      end: '2026-03-27',
    }),
  )
  // A confirmation, the message for staff, and the reply.
  await cause(replyToMessage(staff, { ...visitor, email: person('asker') }), 3)
  // The question whether the address wants it, and the answer.
  await cause(answerComment(staff, services, visitor), 2)
  await cause(sendDigest(staff, services))
  for (const [kind, { subject, text }] of Object.entries(defaultStatusEmails)) {
    await cause(staff.post('/admin/applications/emails/test/', { kind, subject, text }))
  }
  return count
}

/** The token of the link in an email that waits for this address or was sent to it. The API hides it. */
async function tokenTo(address: string, { database }: Services) {
  const emails = database.selectFrom('outbox').select('body').where('recipient', '=', address)
  const { body } = await emails.executeTakeFirstOrThrow()
  return /token=(\S+)/.exec(body)?.[1]
}

/** Sends an issue of the newsletter, with every format, to the reader alone. */
async function sendIssue(staff: Staff, article: number) {
  const { id } = await json<{ id: number }>(
    staff.post('/admin/newsletter-issues/', {
      subject: 'Spring at Huza',
      content: `<h2>What is new</h2><p>Muraho, <strong>a cohort begins</strong> in <em>March</em>: <a href="/services">what we teach</a>.</p><h3>Before you apply</h3><ol><li>Have your resume at hand</li><li>Ask us:<ul><li>by email</li><li>by phone</li></ul></li></ol><blockquote><p>Three months that changed what I do.</p></blockquote><hr><p>${'Umwaka mushya muhire mwese. '.repeat(60)}</p>`,
      article_ids: [article],
    }),
  )
  return staff.post(`/admin/newsletter-issues/${id}/send/`, {})
}

async function json<Body>(response: Promise<Response>) {
  return (await (await response).json()) as Body
}

async function createEvent(staff: Staff) {
  const { id } = await json<{ id: number }>(
    staff.post('/admin/events/', {
      title: 'Open evening',
      description: 'See the rooms.',
      category: 'Open day',
      type: 'workshop',
      location: 'Kigali',
      image: '',
      image_alt: '',
      online_link: '',
      starts_at: '2090-03-06T18:00',
      ends_at: '2090-03-06T20:00',
      registration_link: '',
      capacity: '',
      registration_deadline: '',
    }),
  )
  return id
}

async function replyToMessage(staff: Staff, visitor: object) {
  await staff.post('/website/contact-us/', {
    ...visitor,
    full_name: 'Ange Keza',
    phone: '+250788123456',
    subject: 'Fees',
    message: 'What does a cohort cost?',
  })
  const { results } = await json<{ results: { id: number; updated_at: string }[] }>(
    staff.get('/website/contact-us/'),
  )
  const [message] = results
  return staff.post(`/admin/contacts/${message?.id}/replies/`, {
    text: 'Nothing: employers pay for it.',
    status: 'RESOLVED',
    expected_updated_at: message?.updated_at,
  })
}

async function answerComment(staff: Staff, services: Services, visitor: object) {
  const news_id = await createArticle(services)
  const aline = { name: 'Aline Uwase', email: 'follower@example.rw', notify: true }
  const message = 'How long does a cohort take?'
  const comment = await json<{ id: number }>(
    staff.post('/website/comments/', { ...visitor, ...aline, message, news_id }),
  )
  await staff.post('/website/comment-answers/confirm/', {
    token: await tokenTo(aline.email, services),
  })
  const eric = { name: 'Eric Mugisha', email: 'eric@example.rw', message: 'Three months.' }
  return staff.post('/website/reply-comments/', { ...visitor, ...eric, comment_id: comment.id })
}

/** Writes the digest of next Monday, and sends it now. */
async function sendDigest(staff: Staff, { database, config, now, readSettings }: Services) {
  const answer = await staff.put('/auth/digest/', { is_wanted: true })
  const days = (8 - now().getUTCDay()) % 7 || 7
  const monday = new Date(now().getTime() + days * 24 * 60 * 60 * 1000)
  monday.setUTCHours(9)
  await writeDigests({ database, config, readSettings, now: () => monday })
  await database
    .updateTable('outbox')
    .set({ next_try_at: now().toISOString() })
    .where('next_try_at', '=', monday.toISOString())
    .execute()
  return answer
}

/** Prints what the receiver's programs think of an email. @returns whether they trust it */
function judge(email: string) {
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(email)?.[1]?.replace(/\s+/g, ' ') ?? ''
  const isSigned = /dkim=pass/.test(header('Authentication-Results'))
  const result = header('X-Spamd-Result')
  const score = Number(/\[(-?[\d.]+) \//.exec(result)?.[1] ?? Number.NaN)
  const causes = [...result.matchAll(/([A-Z][A-Z\d_]+)\((\d*\.\d+)\)/g)]
    .filter(([, , points]) => Number(points) > 0)
    .map(([, name, points]) => `${name} ${points}`)
  const isTrusted = isSigned && score < scoreMax
  console.log(
    `${isTrusted ? '✓' : '✗'} ${header('Subject').padEnd(60)} ${isSigned ? 'signed' : 'NOT SIGNED'}, score ${score}${causes.length > 0 ? ` (${causes.join(', ')})` : ''}, ${Math.round(email.length / 1024)} kB`,
  )
  return isTrusted
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditedCalls } from '../audited-calls.ts'
import { isOfStaff, procedures } from '../bad-requests.ts'
import { services, startWorld, world } from '../races/race.ts'
import { unraced, unracedEdits } from '../unraced.ts'

/**
 * Each write of staff leaves a line of the audit log. Deletions show it in deletions.test.ts, and those that are raced
 * in concurrent-edits.test.ts; the others are called here, or name the test that shows it.
 */

beforeAll(() => startWorld({ SMTP_URL: 'smtp://127.0.0.1:9' }))
afterAll(() => world.app[Symbol.asyncDispose]())

/** The tests that show the line of calls that take more than a request. */
const shownIn: Readonly<Record<string, readonly string[]>> = {
  'analytics/server/link-handlers.test.ts': ['analytics.revokeLink'],
  'applications/server/notes.test.ts': ['applicationNotes.checkOff'],
  'applications/server/scores.test.ts': ['applicationScores.score'],
  'applications/server/status-emails.test.ts': ['statusEmails.leaveOut'],
  'batches/server/batches.test.ts': ['batches.undo'],
  'certificates/server/changes.test.ts': ['certificates.revoke'],
  'certificates/server/issue-cohort.test.ts': ['certificates.issueCohort'],
  'comments/server/decisions.test.ts': ['comments.undo'],
  'contact/server/inbox.test.ts': ['contact.restore'],
  'contact/server/replies.test.ts': ['contact.reply'],
  'events/server/check-in.test.ts': ['eventRegistrations.checkIn', 'eventRegistrations.resend'],
  'interviews/server/invite.test.ts': [
    'interviews.invite',
    'interviews.inviteMatching',
    'interviews.remindMatching',
  ],
  'interviews/server/slots.test.ts': ['interviews.createSlots', 'interviews.cancelSlots'],
  'news/server/tags.test.ts': ['tags.merge'],
  'newsletter/server/import.test.ts': ['newsletter.import'],
  'newsletter/server/issues.test.ts': ['newsletterIssues.send', 'newsletterIssues.steer'],
  'settings/server/settings.test.ts': ['settings.restore'],
}

const leavesNone: Readonly<Record<string, string>> = {
  'overview.saveDigest': 'a choice that concerns nobody else',
  'accounts.startSecondFactor': 'nothing is in force before it is confirmed',
  'certificates.previewImport': 'reads',
  'drafts.checkLinks': 'reads',
  'newsletter.previewImport': 'reads',
  'newsletterIssues.test': 'only whoever asks for it gets the email',
  'statusEmails.preview': 'reads',
  'statusEmails.test': 'only whoever asks for it gets the email',
  'visitorEmails.preview': 'reads',
  'visitorEmails.test': 'only whoever asks for it gets the email',
  'contact.open': 'to read is no change',
  'contact.saveDraft': 'what is typed is saved every few seconds, and sent by another call',
  'presence.stay': 'to have something open changes nothing',
  'drafts.restore': 'the text becomes a draft like any other, and a revision',
}

test('every write of staff that is not raced is called here, or says where its line is shown', () => {
  const wanted = procedures
    .filter(({ method, name }) => method !== 'DELETE' && (name in unraced || name in unracedEdits))
    .filter(isOfStaff)
    .map(({ name }) => name)
  const named = [auditedCalls, leavesNone].flatMap((some) => Object.keys(some))
  expect([...named, ...Object.values(shownIn).flat()].sort()).toEqual(wanted.sort())
})

const features = join(import.meta.dirname, '../../features')

test.each(Object.keys(shownIn))('%s reads the audit log', (file) => {
  const path = join(features, file)
  expect(existsSync(path) && readFileSync(path, 'utf8')).toMatch(/audit/)
})

const countLines = async () => {
  const lines = services().database.selectFrom('audit_log').select('id')
  return (await lines.execute()).length
}

test.each(Object.entries(auditedCalls))(
  '%s leaves a line of the audit log',
  async (name, prepare) => {
    const { id = '', json, body, as = world.token } = await prepare()
    const before = await countLines()
    const { method = '', path = '' } = procedures.find((one) => one.name === name) ?? {}
    const encoded = body && new Response(body)
    const { status, ...response } = await world.app.json(
      `/api${path.replace('{id}', String(id))}`,
      {
        method,
        token: as,
        ...(encoded
          ? {
              body: await encoded.arrayBuffer(),
              headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
            }
          : { json: json ?? {} }),
      },
    )
    expect([200, 201, 204], JSON.stringify(response.body)).toContain(status)
    expect(await countLines()).toBe(before + 1)
  },
)

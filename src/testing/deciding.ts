import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { createApplication, type NewApplication } from '#seed/factories/applications.ts'
import { startTestApp } from './app.ts'
import { createCohortAndStack } from './applying.ts'
import { startMailServer } from './mail-server.ts'

/** Starts the app with a mail server, a cohort, and a recruiter who decides on its applicants. */
export async function startDeciding() {
  const app = await startTestApp({ SITE_URL: 'https://huza.example' })
  const mail = await startMailServer()
  let token = await app.signIn('RECRUITER', { name: 'Diane Keza', email: 'diane@huza.example' })
  const parents = await createCohortAndStack(app, { name: 'Web 12', limit: 20 })

  const call = (method: string, path: string, json?: object, as = token) =>
    app.json(`/api${path}`, { method, token: as, ...(json && { json }) })
  const waiting = () =>
    app.services.database
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'body', 'next_try_at'])
      .where('sent_at', 'is', null)
      .orderBy('id')
      .execute()
  /** Signs another recruiter in, such as when the first one's token has expired. */
  const signInAgain = async () => {
    token = await app.signIn('RECRUITER')
  }

  return {
    app,
    mail,
    parents,
    call,
    waiting,
    signInAgain,
    create: (overrides: Partial<NewApplication> = {}, cohort = parents.cohort) =>
      createApplication(app.services, { ...parents, cohort }, overrides),
    decide: async (id: number, status: string, more: object = {}) =>
      (await call('POST', `/website/application/${id}/change-status/`, { status, ...more })).body,
    decideAll: async (application_ids: number[], status: string, more: object = {}) => {
      const json = { application_ids, status, ...more }
      return (await call('PATCH', '/admin/applications/batch-status/', json)).body
    },
    subjects: async () => (await waiting()).map(({ subject }) => subject),
    /** Lets the time of the hold go by, and sends. @returns what the mail server has received since the start */
    async send(minutes = 15) {
      app.advanceS(minutes * 60)
      await sendDueEmails(app.services, mail.mailer)
      await signInAgain()
      return mail.received
    },
    /** Saves the settings of emails. */
    save: async (emails: object) =>
      call('PATCH', '/admin/settings/emails/', emails, await app.signIn('ADMIN')),
    async [Symbol.asyncDispose]() {
      await mail.stop()
      await app[Symbol.asyncDispose]()
    },
  }
}

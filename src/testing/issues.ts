import { writeDueIssues } from '#features/newsletter/server/send-issue.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { startTestApp } from './app.ts'
import { startMailServer } from './mail-server.ts'

const path = '/api/admin/newsletter-issues/'

/** Starts the app and a mail server, by which a recruiter sends issues of the newsletter. */
export async function startIssuing() {
  const app = await startTestApp()
  const mail = await startMailServer()
  const token = await app.signIn('RECRUITER', { name: 'Diane Keza', email: 'diane@huza.example' })
  const post = (more: string, json: object = {}) =>
    app.json(`${path}${more}`, { method: 'POST', token, json })
  const write = () => writeDueIssues(app.services)
  const sendDue = () => sendDueEmails(app.services, mail.mailer)
  return {
    app,
    mail,
    token,
    post,
    create: async (fields: object = {}) => {
      const issue = { subject: 'Spring in Kigali', content: '<p>News.</p>', article_ids: [] }
      return (await post('', { ...issue, ...fields })).body
    },
    issueOf: async (id: number) =>
      (await app.json(path, { token })).body.results.find((one: { id: number }) => one.id === id),
    steer: (id: number, move: string) => post(`${id}/steer/`, { move }),
    outbox: () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute(),
    write,
    sendDue,
    /** Writes and sends until nothing is left to do. */
    async sendAll() {
      do await write()
      while ((await sendDue()) > 0)
    },
    async [Symbol.asyncDispose]() {
      await mail.stop()
      await app[Symbol.asyncDispose]()
    },
  }
}

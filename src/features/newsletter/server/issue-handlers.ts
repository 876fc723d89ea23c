import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, invalidFields, notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { requireStaffLimit } from '#platform/mail/email-limits.ts'
import type { EmailPart } from '#platform/mail/email-parts.ts'
import { dropUnsentEmails, putInOutbox } from '#platform/mail/outbox.ts'
import { withholdStopped } from '#platform/mail/withhold.ts'
import { createAudited } from '#platform/rows/audited.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { omitUndefined } from '#platform/text/omit-undefined.ts'
import { sanitizeApart } from '#platform/text/sanitize-apart.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { type Issue, type IssueFields, issuesContract } from '../issues-contract.ts'
import { type IssueMove, type IssueStatus, issueName } from '../validation.ts'
import { composeIssue, issueEmail, renderIssue } from './issue-email.ts'
import {
  confirmed,
  createIssue,
  findIssue,
  findIssues,
  getSentParts,
  writeIssue,
} from './issue-queries.ts'

const procedures = implementContract(issuesContract)

const target = 'newsletter issue'
const subject = 'This issue'

export const issueTrash = trashKind({
  name: target,
  table: 'newsletter_issues',
  titleOf: issueName,
})

export const issuesHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) => findIssues(context.database, input, input)),

  get: procedures.get.handler(({ input: { id }, context }) => getIssue(context.database, id)),

  create: procedures.create.handler(async ({ input, context }) => {
    const now = context.now().toISOString()
    const fields = { ...input, content: await cleanContent(input.content) }
    await requireSmall(context, fields)
    const id = await createAudited(context, target, (transaction) =>
      createIssue(transaction, fields, now),
    )
    return getIssue(context.database, id)
  }),

  update: procedures.update.handler(async ({ input, context }) => {
    const { id, expected_updated_at: expected, content, ...others } = input
    const changes = {
      ...others,
      content: content === undefined ? undefined : await cleanContent(content),
    }
    if (changes.content !== undefined || changes.article_ids) {
      await requireSmall(context, {
        ...(await getIssue(context.database, id)),
        ...omitUndefined(changes),
      })
    }
    return editRow(context, subject, {
      table: 'newsletter_issues',
      id,
      expected,
      changes,
      audit: { target },
      find: (transaction) => findIssue(transaction, id),
      write(transaction, after, version, before) {
        requireDraft(before)
        return writeIssue(transaction, after, version)
      },
    })
  }),

  delete: procedures.delete.handler(async ({ input: { id }, context }) => {
    const isDeleted = await discardAudited(context, issueTrash, id, async (transaction) => {
      // Whoever sends it waits, and then finds none.
      await lockRow(transaction, 'newsletter_issues', id)
      const issue = await findIssue(transaction, id)
      if (issue) requireDraft(issue)
    })
    if (!isDeleted) throw notFound(subject)
  }),

  preview: procedures.preview.handler(async ({ input: { id }, context }) => {
    const { rendered, problems } = await shownOf(context, await getIssue(context.database, id))
    const { tooLarge, ...shown } = rendered
    return { ...shown, problems }
  }),

  test: procedures.test.handler(async ({ input: { id }, context }) => {
    const { id: user, name, email } = requireViewer(context)
    const issue = await getIssue(context.database, id)
    const { parts } = await shownOf(context, issue)
    await context.database.transaction().execute(async (transaction) => {
      const viewer = { id: user, email, full_name: name }
      await requireStaffLimit(transaction, [viewer], context.now())
      // A test must not end anybody's subscription: it is signed for nobody.
      const test = issueEmail(context, { subject: issue.subject, parts }, { id: 0, email })
      await putInOutbox(transaction, test, context.now().toISOString())
    })
    return { recipient: email }
  }),

  send: procedures.send.handler(async ({ input, context }) => {
    const { id, expected_updated_at: expected } = input
    const seen = await getIssue(context.database, id)
    // Who presses again after a lost answer hears this, rather than that the issue has changed.
    requireDraft(seen)
    const { parts, problems } = await renderedOf(context, seen)
    return editRow(context, subject, {
      table: 'newsletter_issues',
      id,
      changes: { status: 'SENDING' as IssueStatus },
      // What was composed must be what is sent.
      expected: expected ?? seen.updated_at,
      find: (transaction) => findIssue(transaction, id),
      async write(transaction, _after, version, before) {
        requireDraft(before)
        if (problems[0]) throw conflict(problems[0])
        const { recipients } = before
        if (recipients === 0) throw conflict('Nobody has confirmed a subscription yet.')
        await transaction
          .updateTable('newsletter_issues')
          .set({
            status: 'SENDING',
            parts: JSON.stringify(parts),
            recipients,
            started_at: version,
            started_by: requireViewer(context).name,
            updated_at: version,
          })
          .where('id', '=', id)
          .execute()
        const details = { status: 'SENDING', recipients }
        await writeAudit(transaction, context, { action: 'changed', target, id, details })
      },
    })
  }),

  steer: procedures.steer.handler(({ input: { id, move }, context }) => {
    const { from, to, refusal } = moves[move]
    return editRow(context, subject, {
      table: 'newsletter_issues',
      id,
      changes: { status: to },
      find: (transaction) => findIssue(transaction, id),
      async write(transaction, _after, version, before) {
        if (!from.includes(before.status)) throw conflict(refusal)
        const dropped = to === 'STOPPED' ? await dropWaiting(transaction, context, id) : 0
        await transaction
          .updateTable('newsletter_issues')
          .set((issue) => ({
            status: to,
            updated_at: version,
            written: issue('written', '-', dropped),
            ...(to === 'STOPPED' && { ended_at: version }),
          }))
          .where('id', '=', id)
          .execute()
        const details = { status: to }
        await writeAudit(transaction, context, { action: 'changed', target, id, details })
      },
    })
  }),
})

type Move = { from: readonly IssueStatus[]; to: IssueStatus; refusal: string }
const moves: Record<IssueMove, Move> = {
  pause: { from: ['SENDING'], to: 'PAUSED', refusal: 'This issue is not being sent.' },
  resume: { from: ['PAUSED'], to: 'SENDING', refusal: 'This issue is not paused.' },
  stop: {
    from: ['SENDING', 'PAUSED'],
    to: 'STOPPED',
    refusal: 'This issue is not being sent any more.',
  },
}

const begun: Record<Exclude<IssueStatus, 'DRAFT'>, string> = {
  SENDING: 'This issue is being sent already.',
  PAUSED: 'The sending of this issue has begun, and is paused.',
  SENT: 'This issue was sent already.',
  STOPPED: 'The sending of this issue was stopped.',
}

function requireDraft({ status }: Issue) {
  if (status !== 'DRAFT') throw conflict(begun[status])
}

/**
 * Ones that are being sent or were given up are not taken back, but tried no more. @returns how many were taken back
 */
async function dropWaiting(
  transaction: Transaction<Tables>,
  services: Pick<RequestContext, 'now'>,
  id: number,
) {
  const unsent = await transaction
    .selectFrom('outbox')
    .select(['id', 'next_try_at'])
    .where('issue_id', '=', id)
    .where('sent_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const waiting = unsent.filter(({ next_try_at }) => next_try_at !== null)
  const ids = waiting.map((row) => row.id)
  // Before they are taken back, which would give those on their way another reason.
  await withholdStopped(transaction, id)
  const dropped = await dropUnsentEmails(transaction, services, ids)
  return dropped.length
}

/** @throws 400 */
async function cleanContent(text: string) {
  const sanitized = await sanitizeApart(text, 'email')
  if ('problem' in sanitized) throw invalidFields({ content: [sanitized.problem] })
  return sanitized.html
}

/** @throws 400 when the email would be too large */
async function requireSmall(context: RequestContext, fields: IssueFields) {
  const { tooLarge } = (await renderedOf(context, fields)).rendered
  if (tooLarge) throw invalidFields({ content: [tooLarge] })
}

/** A draft as it would be sent now, any other issue as it was composed when its sending began. */
async function shownOf(context: RequestContext, issue: Issue) {
  if (issue.status === 'DRAFT') return renderedOf(context, issue)
  const parts = await getSentParts(context.database, issue.id)
  return { parts, rendered: await renderExample(context, issue, parts), problems: [] }
}

async function renderedOf(context: RequestContext, issue: IssueFields) {
  const { database, config, now } = context
  const { parts, problems } = await composeIssue(database, config, issue, now().toISOString())
  const rendered = await renderExample(context, issue, parts)
  return {
    parts,
    rendered,
    problems: [...problems, ...(rendered.tooLarge ? [rendered.tooLarge] : [])],
  }
}

/** An issue as an example of a subscriber gets it. */
async function renderExample(
  context: RequestContext,
  { subject }: Pick<IssueFields, 'subject'>,
  parts: readonly EmailPart[],
) {
  const query = confirmed(context.database).select(['id', 'email']).limit(1)
  const example = { id: 0, email: (await query.executeTakeFirst())?.email ?? '' }
  return renderIssue(issueEmail(context, { subject, parts }, example))
}

async function getIssue(database: Database, id: number) {
  const issue = await findIssue(database, id)
  if (!issue) throw notFound(subject)
  return issue
}

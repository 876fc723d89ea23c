import { randomInt } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { type CacheTag, invalidateFailed } from '#platform/cache/tag-versions.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import type { ErasedKinds } from '#platform/retention/erased.ts'
import { erasedHash, listErasures } from '#platform/retention/erasure-list.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { secretFingerprint } from '#platform/security/secret.ts'
import { removeFile } from '#platform/storage/files.ts'
import { checkedAgainMinutes, unsoughtPhones } from '../validation.ts'
import { collectPerson } from './collect-person.ts'
import { erasureSteps } from './erase-steps.ts'
import { addedUp, type LongStep, type Person, type Step } from './erase-work.ts'
import type { Subject } from './person.ts'
import { countUnsought, replaceInEmails } from './texts.ts'

const letters = 'BCDFGHJKLMNPQRSTVWXZ23456789'
const pseudonymLength = 8

/** Stands for a person in what stays of them. Nobody can find out for whom it stands. */
const newPseudonym = () => {
  const signs = Array.from({ length: pseudonymLength }, () => letters[randomInt(letters.length)])
  return `Erased person ${signs.join('')}`
}

type By = Pick<RequestContext, 'clientIp'> &
  Partial<Pick<RequestContext, 'viewer'>> & {
    /** Where it is no user. */
    askedBy?: string
  }

/**
 * Begins to erase a person: notes whom, in a row from which it goes on whatever happens, and writes a line of the audit
 * log. What they send from now on stays.
 * @param at when they were erased first, for those who are erased again after a backup was restored
 * @returns the id of the erasure
 */
export const startErasure = (
  services: Services,
  subject: Omit<Subject, 'before'>,
  by: By,
  at?: string,
): Promise<number> =>
  services.database
    .transaction()
    .execute((transaction) => noteErasure(transaction, services, subject, by, at))

/** The same, in a transaction that does more. */
export async function noteErasure(
  transaction: Transaction<Tables>,
  services: Pick<Services, 'now' | 'secret'>,
  subject: Omit<Subject, 'before'>,
  by: By,
  at = services.now().toISOString(),
): Promise<number> {
  const source = { database: transaction, secret: services.secret }
  const { known } = await collectPerson(source, { ...subject, before: at })
  const person: Person = { ...subject, ...known, ids: {} }
  const pseudonym = newPseudonym()
  const unsought = countUnsought(known.phones)
  const { id } = await transaction
    .insertInto('erasures')
    .values({
      pseudonym,
      person: JSON.stringify(person),
      step: 0,
      counts: JSON.stringify(addedUp({}, { [unsoughtPhones]: unsought })),
      email_hash: erasedHash(services, subject.email_key),
      hash_key: secretFingerprint(services.secret),
      asked_by: by.viewer?.name ?? by.askedBy ?? '',
      testimonials: JSON.stringify(subject.testimonial_ids),
      created_at: at,
      updated_at: services.now().toISOString(),
      listed_at: null,
      done_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(
    transaction,
    { viewer: by.viewer ?? null, clientIp: by.clientIp, now: services.now },
    { action: 'erased', target: 'person', id: pseudonym },
  )
  return id
}

/**
 * Erases a person step by step, each in a transaction that notes itself. It is safe to be killed anywhere, and to be
 * run by two processes at once. After all steps it rests until no request is under way that began before, and then does
 * them again. Once no email waits that must still name them, it forgets who it was.
 * @param stop no further step is begun once it is aborted
 */
export async function runErasure(
  services: Services,
  kinds: ErasedKinds,
  id: number,
  stop?: AbortSignal,
) {
  while (!stop?.aborted) {
    const done = await runStep(services, kinds, id)
    if (!done) return
    // Before the files, which the storage may take long to remove: no later step finds these rows, and raises their tags.
    services.tagVersions.invalidate(done.tags)
    for (const file of done.files) {
      await removeFile(services, file).catch((err: unknown) =>
        services.log.warn({ err }, 'file of an erased person not removed yet'),
      )
    }
  }
}

type Job = Selectable<Tables['erasures']>

async function runStep(services: Services, kinds: ErasedKinds, id: number) {
  const steps = erasureSteps(kinds)
  const findOpen = async (database: Database): Promise<Job | null> => {
    const found = database.selectFrom('erasures').selectAll().where('id', '=', id)
    const job = await found.where('done_at', 'is', null).executeTakeFirst()
    return job && !isResting(job, steps.length, services.now()) ? job : null
  }
  const open = await findOpen(services.database)
  if (!open) return null
  const step = stepAt(steps, open.step)
  const workOf = ({ pseudonym, person, created_at: before }: Job) => ({
    id,
    services,
    person: JSON.parse(person) as Person,
    pseudonym,
    before,
    at: services.now().toISOString(),
  })
  const inParts = typeof step === 'object' && (await step.inParts(workOf(open)))
  const changed: CacheTag[] = ['PersonalData']
  const run = async (transaction: Transaction<Tables>) => {
    await lockRow(transaction, 'erasures', id)
    const job = await findOpen(transaction)
    if (!job) return null
    // Another process has done it.
    if (job.step !== open.step) return { files: [], tags: changed }
    const updated_at = services.now().toISOString()
    const work = { ...workOf(job), transaction, at: updated_at }
    const outcome = typeof step === 'function' ? await step(work) : inParts
    const { counts, ids = {}, files = [], tags = [], waits } = outcome || { counts: {} }
    changed.push(...tags)
    const next = Math.min(job.step + 1, 2 * steps.length)
    const isDone = next === 2 * steps.length && !waits
    const person = { ...work.person, ids: { ...work.person.ids, ...ids } }
    await transaction
      .updateTable('erasures')
      .set({
        step: next,
        counts: JSON.stringify(addedUp(JSON.parse(job.counts), counts)),
        person: isDone ? '' : JSON.stringify(person),
        done_at: isDone ? updated_at : null,
        updated_at,
        last_error: '',
      })
      .where('id', '=', id)
      .execute()
    return { files, tags: changed }
  }
  const { database, tagVersions } = services
  return database.transaction().execute(run).catch(invalidateFailed(tagVersions, changed))
}

/** What comes next: all steps twice, and then the emails as long as some wait. */
const stepAt = (steps: readonly (Step | LongStep)[], index: number): Step | LongStep =>
  (index < 2 * steps.length && steps[index % steps.length]) || { inParts: replaceInEmails }

const isResting = ({ step, updated_at }: Job, steps: number, now: Date) =>
  (step === steps || step === 2 * steps) &&
  now.getTime() < Date.parse(updated_at) + checkedAgainMinutes * 60_000

/** Goes on with the erasures that a process left when it ended, and looks again for what came meanwhile. */
export const continueErasures = (kinds: ErasedKinds) => async (services: Services) => {
  const open = await services.database
    .selectFrom('erasures')
    .select('id')
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of open) await attemptErasure(services, kinds, id)
  await listErasures(services)
}

/** Runs an erasure as far as it comes. What fails is tried again by the upkeep. */
export async function attemptErasure(services: Services, kinds: ErasedKinds, id: number) {
  try {
    // First of all: a backup that is restored now would bring them back.
    await listErasures(services).catch((err: unknown) =>
      services.log.error({ err }, 'erasure not noted outside the database yet'),
    )
    await runErasure(services, kinds, id)
  } catch (err) {
    services.log.error({ err, id }, 'erasure broken off')
    const last_error = err instanceof Error ? err.name : String(err)
    await services.database
      .updateTable('erasures')
      .set({ last_error })
      .where('id', '=', id)
      .execute()
  }
}

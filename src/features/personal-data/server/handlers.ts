import { implementContract } from '#platform/http/procedures.ts'
import { emailKeyOf } from '#platform/mail/mailbox.ts'
import { hashEmail, writeAudit } from '#platform/security/audit-log.ts'
import type { ErasedKinds } from '#platform/storage/erased.ts'
import { personalDataContract } from '../contract.ts'
import { attemptErasure, startErasure } from './erase.ts'
import { erasureSteps } from './erase-steps.ts'
import { findErasures, getErasure } from './erasures.ts'
import { exportPerson } from './export.ts'
import { findPeople } from './find.ts'

const procedures = implementContract(personalDataContract)

/** @param kinds how the rows of each feature are erased */
export const personalDataHandlers = (kinds: ErasedKinds) =>
  procedures.router({
    find: procedures.find.handler(async ({ input, context }) => {
      const people = await findPeople(context, input.sought)
      const details = { people: people.length }
      await writeAudit(context.database, context, {
        ...{ action: 'opened', target: 'personal data', id: null, details },
      })
      return { people }
    }),

    export: procedures.export.handler(async ({ input: { email, testimonial_ids }, context }) => {
      const email_key = emailKeyOf(email)
      const file = await exportPerson(context, { email_key, testimonial_ids })
      await writeAudit(context.database, context, {
        ...{ action: 'exported', target: 'personal data', id: hashEmail(context, email_key) },
      })
      return file
    }),

    erase: procedures.erase.handler(async ({ input: { email, testimonial_ids }, context }) => {
      const subject = { email_key: emailKeyOf(email), testimonial_ids }
      const id = await startErasure(context, subject, context)
      await attemptErasure(context, kinds, id)
      return getErasure(context.database, id, erasureSteps(kinds).length)
    }),

    erasures: procedures.erasures.handler(({ input, context }) =>
      findErasures(context.database, input, erasureSteps(kinds).length),
    ),
  })

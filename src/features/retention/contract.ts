import { z } from 'zod'
import { choiceOf } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'
import { type RetainedKind, retainedKinds, retentionChoices } from '#shared/retention.ts'

const ofEach = <Schema extends z.ZodType>(schema: Schema) =>
  z.object(
    Object.fromEntries(retainedKinds.map((kind) => [kind, schema])) as Record<RetainedKind, Schema>,
  )

export const retentionContract = {
  preview: procedure({ tag: 'Settings', access: ['ADMIN'] })
    .route({
      method: 'GET',
      path: '/admin/retention/preview/',
      summary: 'How many rows would be deleted tonight if these times were set',
    })
    .input(ofEach(choiceOf(retentionChoices, 'Please choose how long')))
    .output(ofEach(z.number().int())),
}

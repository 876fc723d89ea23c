import { z } from 'zod'
import { choiceOf, idSchema } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'
import { editors, type Role, recruiters, roles } from '#shared/roles.ts'

/** What colleagues are shown to edit, and to whom: those who may edit it, too. */
export const presenceKinds = {
  article: editors,
  event: editors,
  cohort: recruiters,
} as const satisfies Record<string, readonly Role[]>
export type PresenceKind = keyof typeof presenceKinds
const kindNames = Object.keys(presenceKinds) as [PresenceKind, ...PresenceKind[]]

export const presenceContract = {
  stay: procedure({ access: roles })
    .route({
      method: 'PUT',
      path: '/admin/presence/',
      summary: 'Say that the user has something open to edit it, and read who else has',
      description: 'Holds for 8 seconds, so that whoever leaves or loses the connection is gone.',
    })
    .input(
      z.object({
        kind: choiceOf(kindNames, 'Please say what is edited'),
        id: idSchema,
      }),
    )
    .output(z.object({ names: z.array(z.string()).describe('Of the colleagues') })),
}

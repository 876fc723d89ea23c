import { z } from 'zod'
import { idSchema, textField } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'
import { roles } from '#shared/roles.ts'
import { textRule } from '#shared/validation.ts'

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
        kind: textField(textRule(1, 60, 'Please say what is edited')).describe(
          'The procedure that saves it, such as events.update; only who may call it is told',
        ),
        id: z.union([idSchema, textField(textRule(1, 60, 'Please say which'))]),
      }),
    )
    .output(z.object({ names: z.array(z.string()).describe('Of the colleagues') })),
}

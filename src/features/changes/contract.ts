import { z } from 'zod'
import { numeric } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'

export const changesContract = {
  watch: procedure({ access: 'signed-in' })
    .route({
      method: 'GET',
      path: '/admin/changes/',
      summary: 'Wait for the next change',
      description:
        'Each write raises the version of what it changes, within a second in every process. Answers at once unless `known` is the sum of all versions as they are; then with the next change, or after 25 seconds.',
    })
    .input(z.object({ known: numeric(z.number().int().min(0)).optional() }))
    .output(z.object({ versions: z.record(z.string(), z.number()).describe('By tag') })),
}

import { parseImageUrl } from '#shared/image-url.ts'
import type { Services } from '../http/context.ts'
import { type FieldErrors, rejectFields } from '../http/errors.ts'

/**
 * Is told of the images that a row is about to name, by field, so that the clean-up leaves them alone. Addresses of
 * other places are let pass, and so is a field that is not given.
 * @throws 400 on each field that names an image of this site that is not stored (any more)
 */
export async function markImagesUsed(
  { database, now }: Pick<Services, 'database' | 'now'>,
  addresses: Record<string, string | readonly string[] | undefined>,
) {
  const problems: FieldErrors = {}
  for (const [field, given] of Object.entries(addresses)) {
    for (const address of [given ?? []].flat()) {
      const image = parseImageUrl(address)
      if (!image) continue
      const { numUpdatedRows } = await database
        .updateTable('images')
        .set({ wanted_at: now().toISOString() })
        .where('name', '=', image.name)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) {
        problems[field] = ['This picture is not stored here any more. Please upload it again']
      }
    }
  }
  if (Object.keys(problems).length > 0) throw rejectFields(problems)
}

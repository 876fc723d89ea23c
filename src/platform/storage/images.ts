import { parseImageUrl } from '#shared/image-url.ts'
import type { Services } from '../http/context.ts'
import { type FieldErrors, rejectFields } from '../http/errors.ts'

/**
 * Marks images as used before a row refers to them, so that the clean-up keeps them. URLs of other sites and undefined
 * fields are ignored.
 * @param urls image URLs by field
 * @throws 400 with each field that names an image of this site that is no longer stored
 */
export async function markImagesUsed(
  { database, now }: Pick<Services, 'database' | 'now'>,
  urls: Record<string, string | readonly string[] | undefined>,
) {
  const problems: FieldErrors = {}
  for (const [field, given] of Object.entries(urls)) {
    for (const url of [given ?? []].flat()) {
      const image = parseImageUrl(url)
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

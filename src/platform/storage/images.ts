import { parseImageUrl } from '#shared/image-url.ts'
import { isOneOf, type Role, roles } from '#shared/roles.ts'
import type { Services } from '../http/context.ts'
import type { FieldErrors } from '../http/errors.ts'
import { throwIfInvalid, withFurtherErrors } from '../http/further-errors.ts'

type Marking = Pick<Services, 'database' | 'now'>
/** Image URLs by field. */
type ImageFields = Record<string, string | readonly string[] | undefined>

/**
 * Marks images as used before a row refers to them, so that the upkeep keeps them. URLs of other sites and undefined
 * fields are ignored.
 * @throws 400 with each field that names an image of this site that is no longer stored
 */
export const markImagesUsed = async (context: Marking, urls: ImageFields) =>
  throwIfInvalid(await markStoredImages(context, urls))

/** The same. @returns the errors instead of throwing them */
export async function markStoredImages({ database, now }: Marking, urls: ImageFields) {
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
  return problems
}

/**
 * Adds an image that is no longer stored to what the schema refuses.
 * @param field has its URL
 * @param givenBy from others the call takes none
 */
export const withMissingImage = (field: string, givenBy: readonly Role[] = roles) =>
  withFurtherErrors((context, input) => {
    const url = (input as Record<string, unknown> | null)?.[field]
    if (!isOneOf(givenBy, context.viewer?.role)) return {}
    return markStoredImages(context, { [field]: typeof url === 'string' ? url : undefined })
  })

import type { Database } from '#database/open.ts'
import { invalidFields, notFound, tooManyRequests } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { spooledFile } from '#platform/http/spool.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { toFailure } from '#platform/rows/stream-batch.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { parseImageUrl } from '#shared/image-url.ts'
import { imagesContract } from '../contract.ts'
import { deleteImages } from './delete.ts'
import { EncoderBusy } from './encoder.ts'
import { findImage, findImages } from './queries.ts'
import { replaceImage } from './replace.ts'
import { imageSearchText, storeImage } from './store-image.ts'
import { findReplaceRefusal, findUses, refreshImageUses } from './uses.ts'

const procedures = implementContract(imagesContract)

const busyS = 30

export const imagesHandlers = procedures.router({
  upload: procedures.upload.handler(async ({ input: { image }, context }) => {
    const by = requireViewer(context).name
    const { sha256, onDisk } = spooledFile(image)
    const picture = { path: await onDisk(), sha256, name: image.name, by }
    const stored = await storeImage(context, picture, (transaction, id) =>
      writeAudit(transaction, context, { action: 'uploaded', target: 'image', id }),
    ).catch((error) => {
      if (error instanceof EncoderBusy) throw tooManyRequests(context.responseHeaders, busyS)
      throw error
    })
    if ('problem' in stored) throw invalidFields({ image: [stored.problem] })
    const parsed = parseImageUrl(stored.address)
    if (!parsed) throw new Error(`${stored.address} is no image URL`)
    const { width, height, colour } = parsed
    return { ...stored, width, height, colour }
  }),

  list: procedures.list.handler(async ({ input, context }) => {
    await refreshImageUses(context.database)
    return findImages(context.database, input, input)
  }),

  get: procedures.get.handler(async ({ input, context }) => {
    const { database } = context
    await refreshImageUses(database)
    const picture = await getImage(database, input.id)
    const name = nameOf(picture.address)
    return {
      ...picture,
      used_by: await findUses(database, name),
      replace_refusal: await findReplaceRefusal(database, name, requireViewer(context).role),
    }
  }),

  update: procedures.update.handler(({ input, context }) => {
    const { id, expected_updated_at: expected, alt } = input
    return editRow(context, 'This picture', {
      table: 'images',
      id,
      expected,
      changes: { alt },
      audit: { target: 'image' },
      find: (transaction) => findImage(transaction, id),
      async write(transaction, after, updated_at) {
        const search_text = imageSearchText({ ...after, by_name: after.by })
        await transaction
          .updateTable('images')
          .set({ alt: after.alt, search_text, updated_at })
          .where('id', '=', id)
          .execute()
      },
    })
  }),

  replace: procedures.replace.handler(({ input, context }) =>
    replaceImage(context, input.id, input.by),
  ),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const { failed } = await deleteImages(context, [input.id])
    if (failed[0]) throw failed[0].error
  }),

  deleteEach: procedures.deleteEach.handler(async ({ input, context }) => {
    const { succeeded, failed } = await deleteImages(context, input.image_ids)
    return { succeeded, failed: failed.map(toFailure) }
  }),
})

const nameOf = (address: string) => address.replace('/images/', '')

async function getImage(database: Database, id: number) {
  const picture = await findImage(database, id)
  if (!picture) throw notFound('This picture')
  return picture
}

import { z } from 'zod'
import { procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'

const imageBytesMax = 15 * 1024 * 1024

export const imagesContract = {
  upload: procedure({
    tag: 'Gallery',
    access: editors,
    limit: { calls: 120, seconds: 600 },
    files: { image: imageBytesMax },
  })
    .route({
      method: 'POST',
      path: '/admin/images/',
      successStatus: 201,
      summary: 'Store a picture for the site',
      description:
        'Multipart form data. JPEG, PNG, WebP, AVIF or the first frame of a GIF, up to 15MB and 50 megapixels. It is stored in the sizes that pages show, without camera metadata. Use the address in any field for a picture; a picture that is not used on the site any more is removed after some days.',
    })
    .input(z.object({ image: z.file({ error: 'Please choose a picture' }) }))
    .output(
      z.object({
        address: z.string().describe('A JPEG; with /640.webp or /640.avif, that width and format'),
        width: z.number().int(),
        height: z.number().int(),
        colour: z.string().nullable().describe('The average one; null where one sees through'),
      }),
    ),
}

import { z } from 'zod'
import { choiceOf, idSchema, optionalText, requiredText } from '#shared/fields.ts'
import { batchIds, expectedVersion, optionalFilter, searchFilter } from '#shared/list-fields.ts'
import { batchResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'

const imageBytesMax = 15 * 1024 * 1024

const altLengthMax = 300

const pictureSchema = z.object({
  id: z.number().int(),
  address: z.string(),
  file_name: z.string().describe('Of the upload'),
  alt: z.string().describe('What it shows, offered wherever it is inserted'),
  width: z.number().int(),
  height: z.number().int(),
  size: z.number().int().describe('The bytes of its largest form'),
  by: z.string().describe('Who uploaded it first; empty where that is not known'),
  uses: z.number().int().describe('In how many places it is used'),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Picture = z.infer<typeof pictureSchema>

const useSchema = z.object({
  place: z.string().describe('Such as Banner of an article'),
  title: z.string(),
  path: z.string().nullable().describe('The page of the dashboard where one finds it'),
})
export type ImageUse = z.infer<typeof useSchema>

const editing = { tag: 'Gallery', access: editors } as const

export const imagesContract = {
  upload: procedure({
    ...editing,
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
        id: z.number().int(),
        address: z.string().describe('A JPEG; with /640.webp or /640.avif, that width and format'),
        alt: z.string().describe('What it shows, if the same picture was described before'),
        width: z.number().int(),
        height: z.number().int(),
        colour: z.string().nullable().describe('The average one; null where one sees through'),
      }),
    ),
  list: procedure(editing)
    .route({
      method: 'GET',
      path: '/admin/images/',
      summary: 'List the stored pictures, the newest first',
    })
    .input(
      z.object({
        ...pageQuery(),
        search: searchFilter.describe('The name of the file, what it shows, or who uploaded it'),
        use: optionalFilter(choiceOf(['used', 'unused'], 'Please choose used or unused')),
      }),
    )
    .output(pageSchema(pictureSchema)),
  get: procedure(editing)
    .route({
      method: 'GET',
      path: '/admin/images/{id}/',
      summary: 'One picture, with where it is used',
    })
    .input(z.object({ id: idSchema }))
    .output(
      pictureSchema.extend({
        used_by: z.array(useSchema),
        replace_refusal: z
          .string()
          .describe('Why the viewer may not replace it everywhere; empty if they may'),
      }),
    ),
  update: procedure(editing)
    .route({ method: 'PATCH', path: '/admin/images/{id}/', summary: 'Say what a picture shows' })
    .input(
      z.object({
        id: idSchema,
        alt: optionalText(altLengthMax),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(pictureSchema),
  replace: procedure({
    ...editing,
    alsoChanges: [
      'News',
      'ArticleDraft',
      'Event',
      'TeamMember',
      'TechStack',
      'Testimonial',
      'Settings',
    ],
  })
    .route({
      method: 'POST',
      path: '/admin/images/{id}/replace/',
      summary: 'Show another picture wherever this one is used',
    })
    .input(
      z.object({
        id: idSchema,
        by: requiredText('Please choose a picture', 500).describe('The address of another one'),
      }),
    )
    .output(
      z.object({
        id: z.number().int().describe('Of the other one'),
        replaced: z.number().int().describe('In how many places'),
        was_unused: z
          .boolean()
          .describe('Whether the other one was used nowhere, so that replacing back undoes this'),
      }),
    ),
  delete: procedure(editing)
    .route({
      method: 'DELETE',
      path: '/admin/images/{id}/',
      successStatus: 204,
      summary: 'Delete a picture that is used nowhere',
    })
    .input(z.object({ id: idSchema })),
  deleteEach: procedure(editing)
    .route({
      method: 'POST',
      path: '/admin/images/batch-delete/',
      summary: 'Delete pictures; those that are used somewhere fail',
    })
    .input(z.object({ image_ids: batchIds }))
    .output(batchResponse),
}

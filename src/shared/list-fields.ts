import { z } from 'zod'
import { idSchema, momentOr } from './fields.ts'

const batchSizeMax = 500

/** The ids of a batch procedure. */
export const batchIds = z
  .array(idSchema)
  .min(1, 'Please select at least one')
  .max(batchSizeMax, `At most ${batchSizeMax} at once`)

/** The rows of a list in a new order. */
export const newOrder = z.object({
  ids: z
    .array(idSchema)
    .min(1, 'Please select at least one')
    .max(1000)
    .describe('The first ones, or all: further ones follow in the order that they have'),
})

/** The batch that a call goes on with: the rows of one batch may be sent in parts. */
export const goesOn = idSchema
  .nullish()
  .transform((id) => id ?? null)
  .describe('The batch of the response to the first part; without it, a batch begins')

/** The version of the row that an edit was made of; without it, the last one to save wins. */
export const expectedVersion = momentOr('Please send the updated_at of the row')
  .optional()
  .describe('The updated_at that the editor saw: when it is another by now, the change is refused')

/** The versions of a batch's rows, by id. */
export const expectedVersions = z
  .record(z.string().regex(/^\d+$/), expectedVersion.unwrap())
  .optional()
  .describe('By id, the updated_at that the user saw: those that have another by now fail')

/** When a list was read, for a batch on what was seen then. */
export const seenAt = momentOr('Please send the seen_at of the list')
  .transform((at) => new Date(at).toISOString())
  .describe('The seen_at of the list')

/** What the user saw of a list, for a batch on all that matched then. */
export const seenList = {
  seen_at: seenAt,
  seen_total: z
    .number({ error: 'Please send the total_items of the list' })
    .int()
    .min(1)
    .describe('The total_items of the list'),
}

/** The moment of a list, in its response. */
export const listSeenAt = z
  .string()
  .describe('When the list was read, for a batch of all that match')

const emptyIsMissing = (value: unknown) => (value === '' || value === null ? undefined : value)

/** A query value; empty, as forms send it, means undefined. */
export const optionalFilter = <T extends z.ZodType>(schema: T) =>
  z.preprocess(emptyIsMissing, schema.optional())

/** A query value that has a default; empty, as forms send it, means the default. */
export const filterOr = <T extends z.ZodType>(schema: T, value: z.util.NoUndefined<z.output<T>>) =>
  z.preprocess(emptyIsMissing, schema.default(value)).prefault(value as never)

const several = <T extends z.ZodType>(schema: T, valuesIn: (text: string) => string[]) =>
  z.preprocess((value) => {
    const values = typeof value === 'string' ? valuesIn(value) : [value ?? []].flat()
    const given = values.filter((one) => one !== '')
    return given.length === 0 ? undefined : given
  }, z.array(schema).max(100, 'At most 100 at once').overwrite(withoutRepeats).optional())

const withoutRepeats = <Value>(values: Value[]) => [...new Set(values)]

/** Several values of a filter, each once: a list, or a text with commas between them. Empty, it means undefined. */
export const severalOf = <T extends z.ZodType>(schema: T) =>
  several(schema, (text) => text.split(','))

/** Several texts of a filter, which may contain commas: a list, or one text. Empty, it means undefined. */
export const severalTexts = (lengthMax: number) =>
  several(z.string().max(lengthMax), (text) => [text])

/** The filters of a batch or an export. An unknown one is refused: without it, more rows would match than meant. */
export const knownFilters = <Filters extends z.ZodRawShape>(filters: Filters) =>
  z.strictObject(filters, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `There is no filter ${keys?.join(', ')}` : undefined,
  })

/** The search text of a list. */
export const searchFilter = optionalFilter(z.string().max(200))

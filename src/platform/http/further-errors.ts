import { os } from '@orpc/server'
import type { RequestContext } from './context.ts'
import { type FieldErrors, invalidFields, isSchemaRejection, withFields } from './errors.ts'

/**
 * A middleware that adds to what the schema refuses what only the server can find, so that the caller gets all at once.
 * @param find gets the input as it was sent
 */
export const withFurtherErrors = (
  find: (context: RequestContext, input: unknown) => FieldErrors | Promise<FieldErrors>,
) =>
  os.$context<RequestContext>().middleware(async ({ context, next }, input: unknown) => {
    try {
      return await next()
    } catch (error) {
      if (!isSchemaRejection(error)) throw error
      throw withFields(error, await find(context, input))
    }
  })

/** @throws 400 with the fields, if there are any */
export function throwIfInvalid(fields: FieldErrors) {
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

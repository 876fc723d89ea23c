import { formDataContext, type LoaderArgs, refusalOf } from './loaders.ts'

/**
 * Reads the text fields of a form that was posted without JavaScript.
 * @throws 400, 408, 413 or 415, as a response of React Router
 */
export async function readFormData({ context, request }: LoaderArgs): Promise<URLSearchParams> {
  const form = await context
    .get(formDataContext)(request)
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  return new URLSearchParams(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}

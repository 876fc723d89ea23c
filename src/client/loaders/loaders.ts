import { createContext, data, type RouterContextProvider } from 'react-router'
import { importWithRetry } from '#ui/lazy/import-with-retry.ts'
import type { ApiClient } from '../api/client.ts'
import { parseApiError } from '../api/errors.ts'

/** Where a page's loader on the server finds the API: the same calls, answered in process. */
export const apiContext = createContext<ApiClient>()

/** The site's own address, such as https://huza.example, or empty where none is configured. */
export const siteUrlContext = createContext('')

/**
 * How a page on the server reads a form with files that was posted without JavaScript: the files lie on disk until the
 * page is answered, and one over its limit (bytes, by field) comes cut one byte past it.
 * @throws 400, 413 or 415
 */
export type ReadPostedFiles = (
  request: Request,
  filesMax: Readonly<Record<string, number>>,
) => Promise<FormData>
export const postedFilesContext = createContext<ReadPostedFiles>()

/** What a page's loader is given. */
export type LoaderArgs<Params extends object = object> = {
  context: Readonly<RouterContextProvider>
  params: Params
  request: Request
}
type Load<Args, Data> = (api: ApiClient, args: Args) => Promise<Data>

/**
 * A page's loader on the server, made of what it loads from the API.
 * @throws what the API refuses, too many requests for one, as an answer of the router with the same status
 */
export const serverLoader =
  <Args extends LoaderArgs, Data>(load: Load<Args, Data>) =>
  (args: Args) =>
    load(args.context.get(apiContext), args).catch((error: unknown) => {
      const { status, detail } = parseApiError(error)
      throw status === null || status >= 500 ? error : data({ detail }, { status })
    })

/** The same page's loader in the browser, over HTTP. Without the script for that, the page comes from the server. */
export const browserLoader =
  <Args extends LoaderArgs, Data>(load: Load<Args, Data>) =>
  async (args: Args) => {
    const { api } = await importWithRetry(() => import('../api/client.ts')).catch(() => {
      location.assign(args.request.url)
      return new Promise<never>(() => {})
    })
    return load(api, args)
  }

/**
 * Adds to what a loader gives something that the server renders and that the browser finds in the page: it isn't
 * enumerable, so the data for hydration leaves it out, and it doesn't travel twice.
 */
export function renderedOnly<Data extends object, More extends object>(
  loaded: Data,
  more: More,
): Data & Partial<More> {
  const hidden = Object.entries(more).map(([name, value]) => [name, { value, enumerable: false }])
  return Object.defineProperties(loaded, Object.fromEntries(hidden))
}

/** The token that tells when a form was opened. Empty where it can't be had: the form works without it too. */
export async function loadFormToken(api: ApiClient) {
  try {
    return (await api.comments.formToken()).form_token
  } catch (error) {
    console.error('A form token could not be loaded', error)
    return ''
  }
}

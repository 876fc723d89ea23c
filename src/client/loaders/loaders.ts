import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Company } from '#shared/settings.ts'
import { notifyOfLostNavigation } from '#ui/feedback/lost-navigation.ts'
import { importWithRetry, retryWhenReachable } from '#ui/lazy/import-with-retry.ts'
import type { ApiClient } from '../api/client.ts'
import { parseApiError } from '../api/errors.ts'

/** The API for loaders on the server. Calls run in process, without HTTP. */
export const apiContext = createContext<ApiClient>()

/** The site's base URL, such as https://huza.example; empty when none is configured. */
export const siteUrlContext = createContext('')

/** The root of the API as the browser calls it. */
export const apiRootContext = createContext('/api')

/** What pages show of the settings. */
export const companyContext = createContext<Company>()

/** The URL of the external avatar service with `{name}` in it; empty when none is configured. */
export const avatarUrlContext = createContext('')

/** Whether a mail server is set up. */
export const isMailSetUpContext = createContext(true)

/**
 * Reads a form that was posted without JavaScript. Its files stay on disk until the response is sent.
 * @param uploadEndpoint the call that takes the form's files, if it has any, as in `POST /website/talents`
 * @throws 400, 408, 413, 415 or 429
 */
export type ReadFormData = (request: Request, uploadEndpoint?: string) => Promise<FormData>
export const formDataContext = createContext<ReadFormData>()

/** A page's `handle`. */
export type PageHandle = {
  /**
   * The query parameters that the page or its parts read: their names, or also what their values look like. The server
   * ignores all others, so that made-up ones neither render nor cache another page.
   */
  query?: readonly string[] | Readonly<Record<string, RegExp>>
  /**
   * Of a page that is used rather than read, or is at some of its URLs: its scripts don't wait for the visitor
   * (`src/client/page/hydrate.ts`).
   */
  hydratesOnLoad?: true | ((url: URL) => boolean)
}

export type LoaderArgs<Params extends object = object> = {
  context: Readonly<RouterContextProvider>
  params: Params
  request: Request
}
type Load<Args, Data> = (api: ApiClient, args: Args) => Promise<Data>

/**
 * Makes a page's loader for the server.
 * @throws a refusal of the API, such as 429, as a response of React Router with the same status
 */
export const serverLoader =
  <Args extends LoaderArgs, Data>(load: Load<Args, Data>) =>
  (args: Args) =>
    load(args.context.get(apiContext), args).catch((error: unknown) => {
      throw refusalOf(error)
    })

/**
 * A refusal of the API, such as 429 or 503, as a response of React Router with the same status; any other error as it
 * is.
 */
export function refusalOf(error: unknown) {
  const { status, detail } = parseApiError(error)
  const isRefusal = status !== null && (status < 500 || status === 503)
  return isRefusal ? data({ detail }, { status }) : error
}

/**
 * Makes a public page's loader for the browser, over HTTP and without a session. When the connection is lost, the page
 * that is open stays until the next one can be loaded. Opens it from the server when the client can't be loaded.
 */
export const browserLoader =
  <Args extends LoaderArgs, Data>(load: Load<Args, Data>) =>
  async (args: Args) => {
    const retrying = { onLost: notifyOfLostNavigation, signal: args.request.signal }
    const { publicApi } = await importWithRetry(() => import('../api/client.ts'), retrying).catch(
      (error: unknown) => {
        // Who types cancels the navigation: what they have typed must stay.
        if (args.request.signal.aborted) throw error
        location.assign(args.request.url)
        return new Promise<never>(() => {})
      },
    )
    // Loaders also throw responses of React Router, which are no errors.
    const isLost = (error: unknown) =>
      error instanceof Error && parseApiError(error).status === null
    return retryWhenReachable(() => load(publicApi, args), { ...retrying, isLost })
  }

/**
 * Adds data to a loader's result that only the server renders. Its properties aren't enumerable, so they are left out
 * of the data for hydration: the browser already has them in the HTML.
 */
export function renderedOnly<Data extends object, More extends object>(
  loaded: Data,
  more: More,
): Data & Partial<More> {
  const hidden = Object.entries(more).map(([name, value]) => [name, { value, enumerable: false }])
  return Object.defineProperties(loaded, Object.fromEntries(hidden))
}

/** The time to the minute: pages rendered within one minute are identical, and compressed once. */
export const thisMinute = () => `${new Date().toISOString().slice(0, 16)}:00.000Z`

/** The token that holds the time when a form was opened. Empty on failure: the form works without it. */
export async function loadFormToken(api: ApiClient) {
  try {
    return (await api.comments.formToken()).form_token
  } catch (error) {
    console.error('A form token could not be loaded', error)
    return ''
  }
}

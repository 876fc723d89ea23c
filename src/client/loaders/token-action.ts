import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { lostText } from '#shared/validation.ts'
import type { ApiClient } from '../api/client.ts'
import { parseApiError } from '../api/errors.ts'
import { readFormData } from './form-data.ts'
import { apiContext } from './loaders.ts'

type TokenForm = {
  /** The token of the link in the email, from the form or the URL. */
  token: string
  form: URLSearchParams
}

/**
 * What the button of a page does that a link in an email opens: opening it changes nothing, because mail programs
 * prefetch links.
 * @returns the path of the page that says so; null stays on this one
 */
export type TokenAct = (api: ApiClient, posted: TokenForm) => Promise<string | null>

/** The token in the URL of a request, which a link in an email has opened; empty without one. */
export const tokenIn = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

const tokenOf = (request: Request, form: URLSearchParams) => form.get('token') ?? tokenIn(request)

async function act(run: TokenAct, api: ApiClient, request: Request, form: URLSearchParams) {
  const path = await run(api, { token: tokenOf(request, form), form })
  return path === null ? data({ problem: '', intent: '' }) : redirect(path, 303)
}

/** The action on the server, for forms that are posted without JavaScript and for mail programs. */
export const serverAction = (run: TokenAct) => async (args: ActionFunctionArgs) => {
  const form = await readFormData(args)
  try {
    return await act(run, args.context.get(apiContext), args.request, form)
  } catch (error) {
    const { status, message } = problemOf(error)
    return data({ problem: message, intent: form.get('intent') }, { status: status ?? 500 })
  }
}

/** The same in the browser: a lost connection is told on the page, and the button sends it again. */
export const browserAction =
  (run: TokenAct) =>
  async ({ request }: ActionFunctionArgs) => {
    const form = new URLSearchParams(await request.text())
    try {
      const { api } = await import('../api/client.ts')
      return await act(run, api, request, form)
    } catch (error) {
      return data({ problem: problemOf(error).message, intent: form.get('intent') })
    }
  }

function problemOf(error: unknown) {
  const { status, isLost, detail, fields } = parseApiError(error)
  return {
    status,
    message: isLost ? lostText : (Object.values(fields).flat()[0] ?? detail),
  }
}

import { useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { apiRoot } from '#client/api/fetch.ts'
import {
  apiRootContext,
  browserLoader,
  type LoaderArgs,
  type PageHandle,
  serverLoader,
} from '#client/loaders/loaders.ts'
import { privateHeaders } from '#client/loaders/private-headers.ts'
import {
  browserAction,
  serverAction,
  type TokenAct,
  tokenIn,
} from '#client/loaders/token-action.ts'
import { myDataMessages, reasonTexts } from '#features/personal-data/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import type { Route } from './+types/my-data-link.ts'
import { ActionResult } from './sections/action-result.tsx'

export const headers = privateHeaders

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Your data',
    description: 'What we store of you.',
    isUnlisted: true,
  })
}

export const handle: PageHandle = { query: ['token', 'done'] }

const states: Partial<Record<number, 'EXPIRED' | 'WRONG'>> = {
  400: 'WRONG',
  404: 'WRONG',
  410: 'EXPIRED',
}

/** Loads what is stored of the owner of the link. */
const load = async ({ personalData }: ApiClient, { request }: LoaderArgs, apiRoot: string) => {
  const token = tokenIn(request)
  if (!token) return { token, state: 'WRONG' as const }
  return personalData.ofToken({ token }).then(
    (own) => ({ token, state: 'OPEN' as const, ...own, apiRoot }),
    (error) => {
      const state = states[parseApiError(error).status ?? 0]
      if (!state) throw error
      return { token, state }
    },
  )
}

export const loader = serverLoader((api, args: LoaderArgs) =>
  load(api, args, args.context.get(apiRootContext)),
)
export const clientLoader = browserLoader((api, args: LoaderArgs) => load(api, args, apiRoot()))

const erase: TokenAct = async ({ personalData }, { token, form }) => {
  const { outcome } = await personalData.eraseOwn({ token, sure: form.get('sure') === 'yes' })
  return `/my-data/link?done=${outcome === 'ERASED' ? 'erased' : 'requested'}`
}

export const action = serverAction(erase)
export const clientAction = browserAction(erase)

export default function MyDataLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const done = params.get('done')
  return (
    <>
      <HeroBanner title="Your data" seed="ibanga" />
      <div className="wrap py-section">
        {done ? (
          <ActionResult
            text={done === 'erased' ? myDataMessages.erased : myDataMessages.requested}
            isGood
            to="/"
            linkText="Back to Home"
          />
        ) : loaderData.state === 'OPEN' ? (
          <OwnData {...loaderData} problem={actionData?.problem} />
        ) : (
          <ActionResult
            text={loaderData.state === 'EXPIRED' ? myDataMessages.expired : myDataMessages.token}
            to="/my-data"
            linkText="Ask for a link"
          />
        )}
      </div>
    </>
  )
}

type OwnDataProps = Awaited<ReturnType<ApiClient['personalData']['ofToken']>> & {
  token: string
  apiRoot: string
  problem: string | undefined
}

function OwnData({ email, stored, reasons, is_used, token, apiRoot, problem }: OwnDataProps) {
  const query = new URLSearchParams({ token })
  return (
    <div className="grid max-w-2xl gap-10">
      <section className="grid gap-4">
        <h2 className="wrap-anywhere text-2xl">What we store of {email}</h2>
        <ul className="rounded bg-raised px-5 py-2 shadow-low">
          {stored.map(({ title, count }) => (
            <li
              key={title}
              className="flex justify-between gap-4 border-line border-b py-2 last:border-0"
            >
              <span>{title}</span>
              <span className="tabular-nums">{count}</span>
            </li>
          ))}
        </ul>
        <div>
          <a
            href={`${apiRoot}/website/personal-data/download/?${query}`}
            download
            className={buttonClass({ size: 'lg' })}
          >
            Download my data
          </a>
        </div>
      </section>
      {is_used ? (
        <p className="font-semibold text-success">{myDataMessages.requested}</p>
      ) : (
        <PlainForm method="post" action={`/my-data/link?${query}`} className="grid gap-4">
          <h2 className="text-2xl">Erase it</h2>
          {reasons.length > 0 ? (
            <>
              <p>One of us has to look at it first:</p>
              <ul className="grid list-disc gap-1 pl-5">
                {reasons.map((reason) => (
                  <li key={reason}>{reasonTexts[reason]}</li>
                ))}
              </ul>
            </>
          ) : (
            <p>It goes at once, with all files, and from restored backups as well.</p>
          )}
          <FormError>{problem}</FormError>
          <CheckboxField
            name="sure"
            value="yes"
            required
            label="I know that this cannot be undone."
          />
          <div>
            <Button type="submit" variant="danger" size="lg">
              {reasons.length > 0 ? 'Ask to erase my data' : 'Erase my data'}
            </Button>
          </div>
        </PlainForm>
      )}
    </div>
  )
}

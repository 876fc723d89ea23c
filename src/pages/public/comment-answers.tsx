import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { browserLoader, type LoaderArgs, serverLoader } from '#client/loaders/loaders.ts'
import { privateHeaders } from '#client/loaders/private-headers.ts'
import {
  browserAction,
  serverAction,
  type TokenAct,
  tokenIn,
} from '#client/loaders/token-action.ts'
import { followMessages } from '#features/comments/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import type { Route } from './+types/comment-answers.ts'
import { ActionResult } from './sections/action-result.tsx'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Answers to your comment',
    description: 'Whether we tell you of answers to your comment.',
    isUnlisted: true,
  })
}

export const handle: PageHandle = { query: ['token'] }

export const headers = privateHeaders

const load = (api: ApiClient, { request }: LoaderArgs) => findState(api, tokenIn(request))

async function findState({ commentFollowers }: ApiClient, token: string) {
  try {
    return { token, ...(await commentFollowers.ofToken({ token })) }
  } catch (error) {
    const { status } = parseApiError(error)
    const nothing = { token, title: '', slug: '' }
    if (status === 410) return { ...nothing, status: 'GONE' as const }
    if (status === 400 || status === 404) return { ...nothing, status: 'WRONG' as const }
    throw error
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

/** The page's buttons post here, and so does a mail program's own unsubscribe button (RFC 8058). */
const change: TokenAct = async ({ commentFollowers }, { token, form }) => {
  if (form.get('intent') === 'confirm') await commentFollowers.confirm({ token })
  else await commentFollowers.stop({ token })
  return form.get('List-Unsubscribe') === 'One-Click' ? null : pathOf(token)
}

export const action = serverAction(change)
export const clientAction = browserAction(change)

const pathOf = (token: string) => `/comments/answers?${new URLSearchParams({ token })}`

export default function CommentAnswersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, status, title, slug } = loaderData
  const article = { to: `/insights/${slug}#comments`, linkText: 'Back to the article' }
  return (
    <>
      <HeroBanner title="Answers to your comment" seed="comments" />
      <div className="wrap py-section">
        {status === 'GONE' || status === 'WRONG' ? (
          <ActionResult
            text={status === 'GONE' ? followMessages.gone : followMessages.token}
            isGood={status === 'GONE'}
            to="/insights"
            linkText="See all articles"
          />
        ) : (
          <>
            {status === 'CONFIRMED' && (
              <ActionResult text={followMessages.confirmed} isGood {...article} />
            )}
            <PlainForm
              method="post"
              action={pathOf(token)}
              className={`grid justify-items-start gap-5 ${status === 'CONFIRMED' ? 'mt-12' : ''}`}
            >
              <input type="hidden" name="intent" value={status === 'ASKED' ? 'confirm' : 'stop'} />
              <FormError>{actionData?.problem}</FormError>
              <h2 className="wrap-anywhere text-2xl">
                {status === 'ASKED'
                  ? `Shall we tell you of answers below “${title}”?`
                  : 'Would you rather not?'}
              </h2>
              <p>
                {status === 'ASKED'
                  ? 'By email, once an hour at most. One click ends it at any time.'
                  : 'Then we delete your address, and you hear no more.'}
              </p>
              <Button
                type="submit"
                size="lg"
                variant={status === 'ASKED' ? 'primary' : 'secondary'}
              >
                {status === 'ASKED' ? 'Tell me of answers' : 'Stop these emails'}
              </Button>
            </PlainForm>
          </>
        )}
      </div>
    </>
  )
}

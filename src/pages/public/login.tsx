import { useEffect, useRef, useState } from 'react'
import {
  type ActionFunctionArgs,
  Link,
  Navigate,
  redirect,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { authState, readAuthState } from '#client/api/auth-state.ts'
import { useAuthState } from '#client/api/use-auth-state.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import {
  ForgottenPasswordForm,
  SetPasswordForm,
} from '#features/accounts/public/password-link-forms.tsx'
import { returnPath } from '#features/accounts/public/return-path.ts'
import { SignInForm } from '#features/accounts/public/sign-in-form.tsx'
import { type PasswordLinkKind, passwordLinkKinds } from '#features/accounts/validation.ts'
import { company } from '#shared/company.ts'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

export function meta() {
  return [{ title: `Sign in · ${company.name}` }, { name: 'robots', content: 'noindex' }]
}

export const handle: PageHandle = { query: ['to', 'ended'], hydratesOnLoad: true }

/** Opens the page anew when its form is posted: its scripts were missing, which sign in and keep the session. */
export function action({ request }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return redirect(pathname + search, 303)
}

type LoginStep = { kind: 'sign-in' | 'forgotten' } | { kind: PasswordLinkKind; token: string }

const forgotten = '#forgotten'

/** What the URL's fragment asks for. Only the browser knows it: so a link's token reaches no log. */
function stepOf(hash: string): LoginStep {
  for (const kind of passwordLinkKinds) {
    const start = `#${kind}=`
    if (hash.startsWith(start)) return { kind, token: hash.slice(start.length) }
  }
  return { kind: hash === forgotten ? 'forgotten' : 'sign-in' }
}

const texts: Record<LoginStep['kind'], { heading: string; text: string }> = {
  'sign-in': {
    heading: 'Sign in',
    text: `To the dashboard, for those who work with ${company.name}.`,
  },
  forgotten: {
    heading: 'Password forgotten',
    text: 'We send you a link to choose a new one.',
  },
  invitation: {
    heading: 'Welcome',
    text: `Please choose a password for the dashboard of ${company.name}.`,
  },
  reset: {
    heading: 'New password',
    text: 'Please choose one that you use nowhere else. You are signed out everywhere then.',
  },
}

/** The step, whose heading takes the focus after another one, and the email of who has just set a password. */
function useStep() {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [email, setEmail] = useState<string>()
  const [isHydrated, setIsHydrated] = useState(false)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const last = useRef<string>(undefined)
  const step = stepOf(isHydrated ? hash : '')
  useEffect(() => {
    if (!isHydrated) return setIsHydrated(true)
    // The link that was pressed has become another one.
    if (last.current && last.current !== step.kind) headingRef.current?.focus()
    last.current = step.kind
  }, [isHydrated, step.kind])
  return {
    step,
    headingRef,
    email,
    finish(theirs: string) {
      if (readAuthState().user?.email === theirs) authState.endSession()
      setEmail(theirs)
      navigate(pathname + search, { replace: true })
    },
  }
}

const link =
  'inline-flex min-h-8 items-center font-semibold text-primary underline underline-offset-4'

export default function LoginPage() {
  const [params] = useSearchParams()
  const { search } = useLocation()
  const auth = useAuthState()
  const { step, headingRef, email, finish } = useStep()
  if (auth?.isAuthenticated && !('token' in step))
    return <Navigate replace to={returnPath(params.get('to'))} />
  const { heading, text } = texts[step.kind]
  return (
    <div className="grid lg:min-h-160 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="relative h-20 overflow-hidden lg:h-auto">
        <Imigongo seed="sign-in" bands={7} unitPx={4} />
      </div>
      <div className="grid place-items-center px-gutter py-section">
        <div className="w-full max-w-sm">
          {/* Where the link to it leads. */}
          <h1 ref={headingRef} id={forgotten.slice(1)} tabIndex={-1} className="mb-2 text-2xl">
            {heading}
          </h1>
          <p className="mb-8 text-muted">{text}</p>
          <div role="status">
            {step.kind === 'sign-in' && params.has('ended') && (
              <p className="mb-6 rounded bg-info-soft px-4 py-3 font-medium text-info">
                Your session has ended. Please sign in again.
              </p>
            )}
            {step.kind === 'sign-in' && email && (
              <p className="mb-6 rounded bg-success-soft px-4 py-3 font-medium text-success">
                Your password is set. You can sign in now.
              </p>
            )}
          </div>
          {'token' in step ? (
            <SetPasswordForm key={step.token} link={step} onSet={finish} />
          ) : step.kind === 'forgotten' ? (
            <ForgottenPasswordForm />
          ) : (
            <SignInForm key={email} email={email} />
          )}
          {step.kind !== 'invitation' && (
            <p className="mt-6 text-center">
              {step.kind === 'forgotten' ? (
                <Link to={{ search }} className={link}>
                  Back to signing in
                </Link>
              ) : (
                <Link to={{ search, hash: forgotten }} className={link}>
                  {step.kind === 'reset' ? 'Ask for a new link' : 'Password forgotten?'}
                </Link>
              )}
            </p>
          )}
          <noscript>
            <p className="mt-6 rounded bg-warning-soft px-4 py-3 font-medium text-warning">
              Signing in needs JavaScript. Please switch it on for this site.
            </p>
          </noscript>
        </div>
      </div>
    </div>
  )
}

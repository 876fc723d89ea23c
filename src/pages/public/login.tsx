import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useAuthState } from '#client/api/use-auth-state.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { InvitationForm } from '#features/accounts/public/invitation-form.tsx'
import { returnPath } from '#features/accounts/public/return-path.ts'
import { SignInForm } from '#features/accounts/public/sign-in-form.tsx'
import { Logo } from '#layout/logo.tsx'
import { company } from '#shared/company.ts'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

export function meta() {
  return [{ title: `Sign in · ${company.name}` }, { name: 'robots', content: 'noindex' }]
}

export const handle: PageHandle = { query: ['to', 'ended'] }

/** The token of an invitation's link, which only the browser knows, until it is accepted. */
function useInvitation() {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [email, setEmail] = useState<string>()
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  return {
    invitation: isAlive ? (/^#invitation=(.+)$/.exec(hash)?.[1] ?? null) : null,
    email,
    accept(theirs: string) {
      setEmail(theirs)
      navigate(pathname + search, { replace: true })
    },
  }
}

export default function LoginPage() {
  const [params] = useSearchParams()
  const auth = useAuthState()
  const { invitation, email, accept } = useInvitation()
  if (auth?.isAuthenticated && !invitation)
    return <Navigate replace to={returnPath(params.get('to'))} />
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="relative h-20 overflow-hidden lg:h-auto">
        <Imigongo seed="sign-in" bands={7} unitPx={4} />
      </div>
      <main className="grid place-items-center px-gutter py-12">
        <div className="w-full max-w-sm">
          <Link to="/" className="mb-12 inline-block rounded-sm">
            <Logo />
          </Link>
          <h1 className="mb-2 text-2xl">{invitation ? 'Welcome' : 'Sign in'}</h1>
          <p className="mb-8 text-muted">
            {invitation
              ? `Please choose a password for the dashboard of ${company.name}.`
              : `To the dashboard, for those who work with ${company.name}.`}
          </p>
          <div role="status">
            {params.has('ended') && (
              <p className="mb-6 rounded bg-info-soft px-4 py-3 font-medium text-info">
                Your session has ended. Please sign in again.
              </p>
            )}
            {email && (
              <p className="mb-6 rounded bg-success-soft px-4 py-3 font-medium text-success">
                Your password is set. You can sign in now.
              </p>
            )}
          </div>
          {invitation ? (
            <InvitationForm token={invitation} onAccepted={accept} />
          ) : (
            <SignInForm key={email} email={email} />
          )}
          <noscript>
            <p className="mt-6 rounded bg-warning-soft px-4 py-3 font-medium text-warning">
              Signing in needs JavaScript. Please switch it on for this site.
            </p>
          </noscript>
        </div>
      </main>
    </div>
  )
}

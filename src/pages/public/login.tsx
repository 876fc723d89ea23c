import { Link, Navigate, useSearchParams } from 'react-router'
import { useAuthState } from '#client/api/use-auth-state.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { returnPath } from '#features/accounts/public/return-path.ts'
import { SignInForm } from '#features/accounts/public/sign-in-form.tsx'
import { Logo } from '#layout/logo.tsx'
import { company } from '#shared/company.ts'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

export function meta() {
  return [{ title: `Sign in · ${company.name}` }, { name: 'robots', content: 'noindex' }]
}

export const handle: PageHandle = { query: ['to', 'ended'] }

export default function LoginPage() {
  const [params] = useSearchParams()
  const auth = useAuthState()
  if (auth?.isAuthenticated) return <Navigate replace to={returnPath(params.get('to'))} />
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
          <h1 className="mb-2 text-2xl">Sign in</h1>
          <p className="mb-8 text-muted">
            To the dashboard, for those who work with {company.name}.
          </p>
          <div role="status">
            {params.has('ended') && (
              <p className="mb-6 rounded bg-info-soft px-4 py-3 font-medium text-info">
                Your session has ended. Please sign in again.
              </p>
            )}
          </div>
          <SignInForm />
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

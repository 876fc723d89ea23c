import { Outlet } from 'react-router'
import { NewsletterForm } from '#features/newsletter/public/newsletter-form.tsx'
import { ErrorScreen, isNotFound } from '#layout/error-screen.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { PublicFrame } from '#layout/public-frame.tsx'
import type { Route } from './+types/layout.ts'

/** The title of an error page; other pages have their own. */
export function meta(here: Route.MetaArgs) {
  const { error } = here
  if (!error) return []
  const title = isNotFound(error) ? 'Page Not Found' : 'Something went wrong'
  return pageMeta(here, { title, description: 'This page could not be shown.' })
}

export default function PublicLayout() {
  return (
    <PublicFrame newsletter={<NewsletterForm />}>
      <Outlet />
    </PublicFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PublicFrame newsletter={<NewsletterForm />}>
      <ErrorScreen error={error} />
    </PublicFrame>
  )
}

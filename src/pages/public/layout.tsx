import { lazy } from 'react'
import { Outlet } from 'react-router'
import { ErrorScreen, isNotFound } from '#layout/error-screen.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { PublicFrame } from '#layout/public-frame.tsx'
import { LazySection, loadWhenVisible } from '#ui/lazy/lazy-section.tsx'
import type { Route } from './+types/layout.ts'

/** The title of an error page; other pages have their own. */
export function meta(here: Route.MetaArgs) {
  const { error } = here
  if (!error) return []
  const title = isNotFound(error) ? 'Page Not Found' : 'Something went wrong'
  return pageMeta(here, { title, description: 'This page could not be shown.' })
}

const NewsletterForm = lazy(
  loadWhenVisible('newsletter', async () => ({
    default: (await import('#features/newsletter/public/newsletter-form.tsx')).NewsletterForm,
  })),
)

const newsletter = (
  <LazySection name="newsletter">
    <NewsletterForm />
  </LazySection>
)

export default function PublicLayout() {
  return (
    <PublicFrame newsletter={newsletter}>
      <Outlet />
    </PublicFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PublicFrame newsletter={newsletter}>
      <ErrorScreen error={error} />
    </PublicFrame>
  )
}

import { type ReactNode, use, useMemo } from 'react'
import { Links, Meta, Outlet, Scripts, useLocation, useRouteLoaderData } from 'react-router'
import {
  avatarUrlContext,
  companyContext,
  isMailSetUpContext,
  siteUrlContext,
} from '#client/loaders/loaders.ts'
import { MailContext } from '#client/mail-note.ts'
import { useTakeOver } from '#client/page/rendered-anew.ts'
import { CompanyContext } from '#client/use-company.ts'
import { ErrorScreen } from '#layout/error-screen.tsx'
import { NonceContext } from '#layout/nonce.ts'
import { PendingNavigation } from '#layout/pending-navigation.tsx'
import { RouteAnnouncer } from '#layout/route-announcer.tsx'
import { ScrollToTop } from '#layout/scroll-to-top.tsx'
import { SiteLinks } from '#layout/site-links.tsx'
import type { Company } from '#shared/settings.ts'
import { AvatarUrlContext } from '#ui/avatar-picture.tsx'
import fontUrl from '#ui/styles/fonts/plus-jakarta-sans-latin.woff2?url'
import type { Route } from './+types/root.ts'
import '#ui/styles/public.css'

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  ]
}

export const loader = ({ context }: Route.LoaderArgs) => ({
  siteUrl: context.get(siteUrlContext),
  avatarUrl: context.get(avatarUrlContext),
  isMailSetUp: context.get(isMailSetUpContext),
  // As a text it takes less of each page than the parts of an object.
  company: JSON.stringify(context.get(companyContext)),
})

/** Loaded once: an open page shows a change of the settings when it is loaded again. */
export const shouldRevalidate = () => false

/** The page's canonical URL, without added query parameters. */
function Canonical() {
  const siteUrl = useRouteLoaderData<typeof loader>('root')?.siteUrl
  const { pathname } = useLocation()
  if (!siteUrl) return null
  const address = siteUrl + (pathname === '/' ? '/' : pathname.replace(/\/$/, ''))
  return <link rel="canonical" href={address} />
}

/** The HTML document of every page, including the error page. */
export function Layout({ children }: { children: ReactNode }) {
  useTakeOver()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        <Canonical />
        {import.meta.env.SSR && <SiteLinks />}
      </head>
      <body>
        {children}
        <RouteAnnouncer />
        <PendingNavigation />
        <ScrollToTop />
        <Scripts nonce={use(NonceContext)} />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const company = useMemo<Company>(() => JSON.parse(loaderData.company), [loaderData.company])
  return (
    <CompanyContext value={company}>
      <AvatarUrlContext value={loaderData.avatarUrl}>
        <MailContext value={loaderData.isMailSetUp}>
          <Outlet />
        </MailContext>
      </AvatarUrlContext>
    </CompanyContext>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <ErrorScreen error={error} />
    </main>
  )
}

import { type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts, useLocation, useRouteLoaderData } from 'react-router'
import { siteUrlContext } from '#client/loaders/loaders.ts'
import trackerUrl from '#features/analytics/public/tracker.ts?worker&url'
import { isCounted } from '#features/analytics/validation.ts'
import { ErrorScreen } from '#layout/error-screen.tsx'
import { LoadingScreen } from '#layout/loading-screen.tsx'
import { NonceContext } from '#layout/nonce.ts'
import { RouteAnnouncer } from '#layout/route-announcer.tsx'
import { ScrollToTop } from '#layout/scroll-to-top.tsx'
import { SiteLinks } from '#layout/site-links.tsx'
import fontUrl from '#ui/styles/fonts/plus-jakarta-sans-latin.woff2?url'
import type { Route } from './+types/root.ts'
import '#ui/styles/public.css'

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  ]
}

export const loader = ({ context }: Route.LoaderArgs) => ({ siteUrl: context.get(siteUrlContext) })

/** The site keeps its address, so no navigation asks for it again. */
export const shouldRevalidate = () => false

/** The one address of a page, whatever was added to it on the way here. */
function Canonical() {
  const siteUrl = useRouteLoaderData<typeof loader>('root')?.siteUrl
  const { pathname } = useLocation()
  if (!siteUrl) return null
  const address = siteUrl + (pathname === '/' ? '/' : pathname.replace(/\/$/, ''))
  return <link rel="canonical" href={address} />
}

/**
 * The script that counts what visitors do, for pages that aren't staff's. It is in what the server sends alone, at the
 * end, where React leaves it be: the pages' own scripts know nothing of it.
 */
function Tracker() {
  const { pathname } = useLocation()
  if (!isCounted(pathname)) return null
  return <script type="module" src={trackerUrl} fetchPriority="low" />
}

/** The document, around every page and around the error screen. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        <Canonical />
        {import.meta.env.SSR && <SiteLinks />}
      </head>
      <body>
        {children}
        <RouteAnnouncer />
        <ScrollToTop />
        <Scripts nonce={use(NonceContext)} />
        {import.meta.env.SSR && <Tracker />}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** What stands there while a page that loads in the browser alone is on its way. */
export const HydrateFallback = LoadingScreen

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <ErrorScreen error={error} />
    </main>
  )
}

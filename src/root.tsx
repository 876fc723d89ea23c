import { type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts } from 'react-router'
import { ErrorScreen } from '#layout/error-screen.tsx'
import { LoadingScreen } from '#layout/loading-screen.tsx'
import { NonceContext } from '#layout/nonce.ts'
import { RouteAnnouncer } from '#layout/route-announcer.tsx'
import { ScrollToTop } from '#layout/scroll-to-top.tsx'
import fontUrl from '#ui/fonts/plus-jakarta-sans-latin.woff2?url'
import type { Route } from './+types/root.ts'
import './ui/theme.css'

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  ]
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
      </head>
      <body>
        {children}
        <RouteAnnouncer />
        <ScrollToTop />
        <Scripts nonce={use(NonceContext)} />
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

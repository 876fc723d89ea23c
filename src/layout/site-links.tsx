import { company } from '#shared/company.ts'

/**
 * What every page says of the site in its head: icons, colours and feeds. A browser reads them as the page comes and
 * never again, so they are the server's alone and no part of what it sends to be run.
 */
export function SiteLinks() {
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#1b1410" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17110d" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link
        rel="alternate"
        type="application/rss+xml"
        href="/rss.xml"
        title={`${company.name}, RSS`}
      />
      <link
        rel="alternate"
        type="application/atom+xml"
        href="/atom.xml"
        title={`${company.name}, Atom`}
      />
    </>
  )
}

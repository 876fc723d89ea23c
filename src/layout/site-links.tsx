import { company } from '#shared/company.ts'

/**
 * The links of the site in every page's head: icons, colours and feeds. Browsers read them only once, from the HTML, so
 * only the server renders them, and they are not in the browser's bundle.
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

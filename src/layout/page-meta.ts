import { site } from '#site'

/** A page's `meta`: its title with the company's name, and its description, for search engines and for sharing. */
export function pageMeta({ title, description }: { title: string; description: string }) {
  const fullTitle = title.includes(site.name) ? title : `${title} · ${site.name}`
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: site.name },
  ]
}

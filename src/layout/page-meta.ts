import { site } from '#site'

type PageMeta = { title: string; description: string; type?: 'website' | 'article' }

/** A page's `meta`: its title with the company's name, and its description, for search engines and for sharing. */
export function pageMeta({ title, description, type = 'website' }: PageMeta) {
  const fullTitle = title.includes(site.name) ? title : `${title} · ${site.name}`
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: type },
  ]
}

import { company } from '#shared/company.ts'
import { type Here, openGraphTags, type Shared } from './open-graph-tags.ts'

type PageText = {
  title: string
  description: string
  /** Whether search engines leave it out, such as a page behind a link in an email. */
  isUnlisted?: boolean
}

/**
 * A page's `meta`: its title with the company's name, its description, and on the server also the tags for search
 * engines and social networks. These read only the server's HTML, so the browser does not need the tags.
 * @param here the arguments of the page's `meta`
 * @param shared additional metadata; `import.meta.env.SSR &&` keeps it out of the browser's bundle
 */
export function pageMeta(
  here: Here,
  { title, description, isUnlisted }: PageText,
  shared?: Shared | false,
) {
  const fullTitle = title.includes(company.name) ? title : `${title} · ${company.name}`
  // Search engines and networks show at most 300 characters; the description of an event may have 2000.
  const content = description.replace(/^(?=.{301})(.{0,297})\s.*/s, '$1…')
  const robots = isUnlisted ? [{ name: 'robots', content: 'noindex' }] : []
  const tags = [{ title: fullTitle }, { name: 'description', content }, ...robots]
  if (!import.meta.env.SSR) return tags
  return [...tags, ...openGraphTags(here, { title, fullTitle, description: content }, shared || {})]
}

import { company } from '#shared/company.ts'
import { type Here, openGraphTags, type Shared } from './open-graph-tags.ts'

type PageText = { title: string; description: string }

/**
 * A page's `meta`: its title with the company's name and its description, and on the server what it says to search
 * engines and to the networks on which it is shared. These read a page as it comes, so the browser has no part in it.
 * @param here the arguments of the page's `meta`
 * @param shared what it says besides what every page does; `import.meta.env.SSR &&` keeps it out of the browser
 */
export function pageMeta(here: Here, { title, description }: PageText, shared?: Shared | false) {
  const fullTitle = title.includes(company.name) ? title : `${title} · ${company.name}`
  // Nobody shows more than this; an event may have 2000 emails.
  const content = description.replace(/^(?=.{301})(.{0,297})\s.*/s, '$1…')
  const tags = [{ title: fullTitle }, { name: 'description', content }]
  if (!import.meta.env.SSR) return tags
  return [...tags, ...openGraphTags(here, { title, fullTitle, description: content }, shared || {})]
}

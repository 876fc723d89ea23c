/** Events at a URL that is no page of the site are counted under this path. */
export const otherPath = 'other'

/**
 * The pages that are counted separately, with their names for staff. Articles are counted separately too, by title;
 * pages with a numeric id are counted as one, and so are those of certificates.
 */
const titles: Record<string, string> = {
  '/': 'Home',
  '/who-we-are': 'Who We Are',
  '/why-rwanda': 'Why Rwanda',
  '/services': 'Services',
  '/insights': 'News & Insights',
  '/events': 'Events',
  '/events/:id': 'An event',
  '/events/cancel': 'Cancelling a registration',
  '/contact': 'Contact',
  '/register': 'Talent registration',
  '/testimonial': 'Sharing an experience',
  '/newsletter': 'Newsletter',
  '/newsletter/confirm': 'Confirming a subscription',
  '/newsletter/unsubscribe': 'Unsubscribing',
  '/comments/answers': 'Following a comment',
  '/cohort-application': 'Cohort application',
  '/interview': 'Choosing an interview',
  '/certificate': 'Certificate',
  '/verify': 'Checking a certificate',
  '/verify/:code': 'A certificate that was checked',
  '/my-data': 'Asking for one’s data',
  '/my-data/link': 'One’s own data',
  '/statistics/:token': 'Statistics that were shared',
  '/privacy': 'Privacy',
  '/terms': 'Terms of use',
}

const article = /^\/insights\/([a-z0-9-]{1,200})$/

/** The slug in an article's path; undefined for other paths. */
export const articleSlugOf = (path: string) => article.exec(path)?.[1]

/** The path to count under: a known page, an article, or `other`, so that invented URLs add no names. */
export function countedPath(path: string) {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  if (articleSlugOf(plain)) return plain
  const page = plain
    .replace(/\/\d+$/, '/:id')
    .replace(/^\/verify\/.+/, '/verify/:code')
    .replace(/^\/statistics\/.+/, '/statistics/:token')
  return Object.hasOwn(titles, page) ? page : otherPath
}

/** @param articles titles by slug */
export function titleOf(path: string, articles: ReadonlyMap<string, string>) {
  if (path === otherPath) return 'Other addresses'
  const slug = articleSlugOf(path)
  return (slug ? articles.get(slug) : titles[path]) ?? path
}

import { isbot } from 'isbot'
import type { RequestContext } from '#platform/http/context.ts'
import { localDay } from '#shared/company.ts'
import type { Visit, VisitEvent } from '../contract.ts'
import { clickName } from '../validation.ts'
import { countEvent } from './counts.ts'
import { countedPath, otherPath } from './pages.ts'
import { deviceOf, directSource, languageOf, originOf, otherName } from './sources.ts'
import { countVisitor } from './visitors.ts'

/** What reads a request's headers by their names in lower case. */
type Read = Pick<Headers, 'get'>

/** Whether a request is that of a program, or of somebody who asks not to be tracked. */
export function isUncounted(headers: Read) {
  const isOptedOut = headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
  const browser = headers.get('user-agent')
  return isOptedOut || !browser || isbot(browser)
}

/** Counts what a visitor did on a page. */
export async function countVisit(
  context: Pick<RequestContext, 'database' | 'clientIp' | 'now' | 'config' | 'log'> & {
    headers: Read
  },
  { path, events, ...visit }: Visit,
) {
  const { headers, database, clientIp } = context
  const day = localDay(context.now())
  const browser = headers.get('user-agent') ?? ''
  const { source, campaign } = originOf({ ...visit, ownHosts: ownHostsOf(context) })
  const where = { day, path: countedPath(path), source, device: deviceOf(browser), seconds: 0 }
  const count = (event: string, value = '', seconds = 0) =>
    countEvent(database, { ...where, event, value, seconds })
  for (const event of events) {
    count(event.name, detailOf(event), event.name === 'total_time' ? event.value : 0)
  }
  if (!events.some(({ name }) => name === 'page_view')) return
  if (visit.landing) {
    count('landing')
    if (campaign) count('campaign', campaign)
    const value = languageOf(headers.get('accept-language')) || otherName
    // For all pages together, since a rare language could tell the visitors of one page apart.
    countEvent(database, { ...where, path: '', event: 'language', value })
  }
  await countVisitor(database, day, `${clientIp} ${browser}`).catch((err: unknown) =>
    context.log.error({ err }, 'visitor not counted'),
  )
}

/** The hosts under which the site is visited. */
function ownHostsOf({ headers, config }: Pick<RequestContext, 'config'> & { headers: Read }) {
  const urls = [config.siteUrl, headers.get('origin')].filter(
    (url) => typeof url === 'string' && URL.canParse(url),
  )
  return [headers.get('host') ?? '', ...urls.map((url) => new URL(url as string).host)]
}

/** The value that distinguishes events of one name. */
function detailOf(event: VisitEvent) {
  // The tracker removes personal data from labels; requests of other programs get the same treatment.
  if (event.name === 'click') return clickName(event.value.replace(/\p{C}/gu, ' ')) || otherName
  if (event.name === 'application_step') return event.value
  return event.name === 'scroll_depth' || event.name === 'time_on_page' ? String(event.value) : ''
}

/** A path that tells nothing of a person. */
const plainPath = /^\/(?!.*\d{5})[\w/.-]{0,99}$/

/** Counts a page that doesn't exist, with the host of the page that has the link to it. */
export function countNotFound(context: RequestContext) {
  const { headers, database, path } = context
  const referrer = headers.get('referer')
  if (isUncounted(headers) || !headers.get('accept')?.includes('text/html')) return
  // A prefetched page may never be opened.
  if (headers.get('sec-purpose')?.startsWith('prefetch')) return
  const { source } = originOf({
    referrer: referrer && URL.canParse(referrer) ? new URL(referrer).host : undefined,
    ownHosts: ownHostsOf(context),
  })
  // Without a link there is nothing to mend: scanners try what is on no page.
  const value = source !== directSource && plainPath.test(path) ? path : otherName
  const device = deviceOf(headers.get('user-agent') ?? '')
  const day = localDay(context.now())
  countEvent(database, {
    day,
    path: otherPath,
    source,
    device,
    value,
    event: 'not_found',
    seconds: 0,
  })
}

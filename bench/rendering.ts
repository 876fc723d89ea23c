import type { EntryContext, ServerBuild } from 'react-router'
import { createApp } from '../src/app.ts'
import type * as Entry from '../src/entry.server.tsx'
import { createPageListener } from '../src/page-listener.ts'
import { median } from './measure.ts'
import type { Site } from './site.ts'
import { shown, table } from './table.ts'

const rounds = 9
const perRound = 60
const moreMsMax = 0.7
const paths = {
  home: '/',
  article: '/insights/why-kigali-an-honest-answer',
  wizard: '/cohort-application',
}

type RenderPage = typeof Entry.default
type Rendering = Parameters<RenderPage>

/**
 * What a page costs that is not kept: the app without its cache, in this process, beside React alone that renders the
 * same tree with its data ready. Processor time of all threads, so that compression counts as well.
 */
export async function measureRendering(site: Site): Promise<string> {
  const { services } = site
  const build: ServerBuild = await import(new URL('../build/server/index.js', import.meta.url).href)
  const renderer = build.entry.module as unknown as typeof Entry
  let last: Rendering | undefined
  const watched = {
    ...build,
    entry: {
      module: {
        ...build.entry.module,
        default(...rendering: Rendering) {
          last = rendering
          return renderer.default(...rendering)
        },
      },
    },
  } as unknown as ServerBuild
  const app = createApp(services, {
    answerPage: createPageListener(async () => watched, services.config, null),
    cache: null,
  })
  const rows: string[][] = []
  for (const [name, path] of Object.entries(paths)) {
    const request = () =>
      new Request(`http://localhost${path}`, { headers: { 'accept-encoding': 'gzip, br' } })
    const answer = async () => {
      const response = await app.fetch(request(), { peerAddress: '127.0.0.1' })
      if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
      await response.arrayBuffer()
    }
    await answer()
    if (!last) throw new Error(`${path} was not rendered`)
    const [, status, headers, entry, context] = last
    // Its data went out with the first rendering; React's part is the same without it.
    const ready: EntryContext = { ...entry, serverHandoffStream: undefined as never }
    const renderAlone = async () => {
      const { headers: sent } = new Response(null, { headers })
      const rendered = await renderer.default(
        ...([request(), status, sent, ready, context] as [...Rendering]),
      )
      await rendered.text()
    }
    const { whole, alone } = await alternate(answer, renderAlone)
    const more = whole - alone
    rows.push([name, ...[whole, alone, more].map(shown), more <= moreMsMax ? 'kept' : 'OVER'])
  }
  return table(
    ['page that is not kept', 'CPU ms', 'React alone', 'more', `at most ${moreMsMax} more`],
    rows,
  )
}

async function alternate(whole: () => Promise<void>, alone: () => Promise<void>) {
  const found = { whole: [] as number[], alone: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const [wholeMs, aloneMs] = [await cpuOf(whole), await cpuOf(alone)]
    // The first one warms up.
    if (round === 0) continue
    found.whole.push(wholeMs)
    found.alone.push(aloneMs)
  }
  return { whole: median(found.whole), alone: median(found.alone) }
}

/** The processor time of one call, in ms. */
async function cpuOf(work: () => Promise<void>) {
  const before = process.cpuUsage()
  for (let call = 0; call < perRound; call += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / perRound
}

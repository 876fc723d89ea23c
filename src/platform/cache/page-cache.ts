import type { Tag } from '#shared/procedure.ts'
import { bytesOf, type PreparedAnswer } from './cached-response.ts'
import type { Freshness } from './tag-versions.ts'

const bytesMax = 32 * 1024 * 1024
/** No page is kept for longer: how long ago something was is told to the minute. */
const keptMs = 60_000

/** What a page is made of: each tag of the calls that its loaders make, at the version before the call. */
type Ingredients = Map<Tag, number>
/** When something of these tags changes next without being written, in ms: an article that is scheduled comes out. */
export type FindNextChange = (tags: readonly Tag[], from: Date) => Promise<number>

/** To be told of each tag before the call is made. */
export type NoteTag = (tag: Tag) => void

type Render = (note: NoteTag) => Promise<PreparedAnswer | null>

type Kept = { answer: PreparedAnswer; ingredients: Ingredients; until: number }
type InMaking = { answer: Promise<PreparedAnswer | null>; ingredients: Ingredients }

/** A page about one person alone is in nobody's memory for longer than it takes to send it. */
const mayBeKept = ({ status, headers }: PreparedAnswer) =>
  status === 200 && headers['cache-control'] !== 'no-store'

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Keeps whole pages by their address, until a write touches a tag that they were made of, or what they are made of
 * changes by the clock. A page that many ask for at once is made once.
 */
export function createPageCache(
  freshness: Freshness,
  now: () => Date,
  findNextChange: FindNextChange = async () => Number.POSITIVE_INFINITY,
) {
  const pages = new Map<string, Kept>()
  const making = new Map<string, InMaking>()
  let bytes = 0

  const drop = (key: string) => {
    const page = pages.get(key)
    if (!page) return
    bytes -= bytesOf(page.answer)
    pages.delete(key)
  }
  const isFresh = (ingredients: Ingredients) =>
    [...ingredients].every(([tag, version]) => freshness.versionOf(tag) === version)

  /** The page as it is kept, or null where there is none that is fresh. */
  function find(key: string) {
    const page = pages.get(key)
    if (!page) return null
    if (page.until <= now().getTime() || !isFresh(page.ingredients)) {
      drop(key)
      return null
    }
    return page.answer
  }

  function keep(key: string, page: Kept) {
    drop(key)
    pages.set(key, page)
    bytes += bytesOf(page.answer)
    // The page that was kept first goes first: each is made anew within a minute anyway.
    for (const oldest of pages.keys()) {
      if (bytes <= bytesMax) break
      drop(oldest)
    }
  }

  function make(key: string, render: Render): InMaking {
    const ingredients: Ingredients = new Map()
    const note: NoteTag = (tag) => {
      if (!ingredients.has(tag)) ingredients.set(tag, freshness.versionOf(tag))
    }
    // What becomes due while the page is being made may or may not be in it.
    const begunAt = now()
    const answer = render(note).then(async (made) => {
      if (!made || !mayBeKept(made)) return made
      const due = await findNextChange([...ingredients.keys()], begunAt)
      // The same goes for what is written meanwhile.
      if (isFresh(ingredients)) {
        keep(key, { answer: made, ingredients, until: Math.min(begunAt.getTime() + keptMs, due) })
      }
      return made
    })
    return { answer, ingredients }
  }

  return {
    find,
    /**
     * The page, rendered unless it is kept or just being made. Only a page of status 200 is kept, and none that says
     * no-store. Null where rendering gave null: what came out is for the one who asked alone, and others must ask for
     * themselves.
     */
    async findOrMake(key: string, render: Render): Promise<PreparedAnswer | null> {
      const kept = find(key)
      if (kept) return kept
      const current = making.get(key)
      // One that was begun before a write is not for those who ask after it.
      if (current && isFresh(current.ingredients)) return current.answer
      const begun = make(key, render)
      making.set(key, begun)
      return begun.answer.finally(() => {
        if (making.get(key) === begun) making.delete(key)
      })
    },
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#client/api/client.ts'
import { readOptions, useRead } from '#client/api/queries.ts'
import { resumeQuery } from '#client/resources/resume/resume-panel.tsx'
import { readListQuery } from '#ui/data-table/filters.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { useIsStaying } from '#ui/use-is-staying.ts'
import { applicationListSpec } from './application-list-spec.ts'
import { applicationResume } from './application-resume.ts'

/** This many applicants, with their resumes, are fetched ahead; of more, the ids are known. */
const fetchedAhead = 2
const knownAhead = 5
/** How long the way back to the list waits for the applicant's page there. */
const placePatienceMs = 1000

/**
 * The filtered, ordered list, one applicant after the other. Those that were reviewed keep their places, although a
 * decision may take them out of the list.
 */
export function useReviewQueue(id: number) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isStaying = useIsStaying()
  const listUrl = useListUrl()
  const list = { ...readListQuery(listUrl, applicationListSpec) }
  const query = { ...list.filters, ordering: list.ordering }
  const [start] = useState(id)
  /** The applicants in the order in which they are shown; the first one's place is known. */
  const [trail, setTrail] = useState([id])
  const at = Math.max(0, trail.indexOf(id))
  const place = useQuery({
    queryKey: ['review', start, query],
    queryFn: () => api.applications.place({ id: start, ...query }),
    staleTime: 'static',
  }).data
  const { data: around } = useRead('applications.neighbours', {
    id,
    ahead: knownAhead,
    ...query,
  })

  // What comes next is known before this applicant is decided on, which may move them within the list.
  useEffect(() => {
    if (!around) return
    setTrail((now) => {
      const here = now.indexOf(id)
      const known = here < 0 ? [id] : now.slice(0, here + 1)
      const later = here < 0 ? [] : now.slice(here + 1)
      const upcoming = around.upcoming.filter((one) => !known.includes(one))
      const next = [...known, ...new Set([...later, ...upcoming])]
      return next.length === now.length ? now : next
    })
  }, [around, id])

  const upcoming = trail.slice(at + 1, at + 1 + fetchedAhead).join()
  useEffect(() => {
    for (const next of upcoming.split(',').filter(Boolean).map(Number)) {
      client.prefetchQuery(readOptions('applicationScores.get', { id: next }))
      const options = readOptions('applications.get', { id: next })
      client
        .ensureQueryData(options)
        .then(({ resume }) => {
          const { resumeKey, ...fetching } = applicationResume(next)
          return client.prefetchQuery(
            resumeQuery(resumeKey, { type: resume.type, ...fetching }) as never,
          )
        })
        // What can't be fetched ahead is fetched, and its error shown, when its turn comes.
        .catch(() => {})
    }
  }, [client, upcoming])

  const previous = trail[at - 1] ?? around?.previous ?? undefined
  const next = trail[at + 1]
  const isEnd = around !== undefined && around.upcoming.length === 0 && next === undefined
  const goTo = (target: number) =>
    navigate(`/dashboard/applications/${target}/review${listUrl.search}`, { replace: true })

  // Who decides faster than the ids come goes on as soon as they are there.
  const [isWaiting, setIsWaiting] = useState(false)
  if (isWaiting && isEnd) setIsWaiting(false)
  useEffect(() => {
    if (!isWaiting || next === undefined) return
    setIsWaiting(false)
    goTo(next)
  })

  return {
    /** What the list was searched for. */
    search: list.filters.search_query,
    place: place?.place ? place.place + at - trail.indexOf(start) : undefined,
    total: place?.total,
    goNext: isEnd ? undefined : () => (next === undefined ? setIsWaiting(true) : goTo(next)),
    goPrevious:
      previous === undefined
        ? undefined
        : () => {
            setTrail((now) => (now.includes(previous) ? now : [previous, ...now]))
            goTo(previous)
          },
    /**
     * Returns to the page of the list where this applicant is now, and to their row, unless another page is asked for.
     * A line that hangs holds nobody up: the list is then as it was.
     */
    async leave() {
      const found = await Promise.race([
        api.applications.place({ id, ...query }).catch(() => undefined),
        new Promise<undefined>((resolve) => setTimeout(resolve, placePatienceMs)),
      ])
      if (!isStaying()) return
      // Who is not in the list any more may be behind its end.
      const page = found?.place && Math.ceil(Math.min(found.place, found.total) / listUrl.pageSize)
      const changed = page ? listUrl.hrefWith({ page }) : listUrl.hrefWith({})
      const to = `/dashboard/applications${new URL(changed, window.location.href).search}`
      navigate(to, { state: { row: String(id) } })
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { parseApiError, problemsOf } from '#client/api/errors.ts'
import { notDone } from '#client/api/outcome.ts'
import { readOptions, useRead, useWrite } from '#client/api/queries.ts'
import { fullName } from '#shared/full-name.ts'
import { notify } from '#ui/feedback/notify.ts'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'

/** A score that is on its way; null takes it back. */
type Sent = { value: number | null }

/** The user's own scores of an application: shown as soon as they are given, and sent one by one. */
export function useScores(id: number) {
  const client = useQueryClient()
  const { data } = useRead('applicationScores.get', { id })
  const { mutateAsync } = useWrite('applicationScores.score')
  /** What is on its way, by criterion. */
  const [sent, setSent] = useState<Readonly<Record<number, Sent>>>({})
  const lastCall = useRef<Promise<unknown>>(Promise.resolve())
  const [chosen, setChosen] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [takenBack, setTakenBack] = useState<Readonly<Record<number, number>>>()
  const isUnmounted = useIsUnmounted()

  const criteria = data?.criteria ?? []
  const saved = new Map(data?.mine.map(({ criterion, value }) => [criterion, value]))
  const scoreOf = (criterion: number) =>
    (sent[criterion] ?? { value: saved.get(criterion) }).value ?? undefined
  const current =
    criteria.find((one) => one.id === chosen) ??
    criteria.find((one) => scoreOf(one.id) === undefined)

  function whose(error: unknown) {
    const applicant = client.getQueryData(readOptions('applications.get', { id }).queryKey)
    const scores = applicant ? `Your scores of ${fullName(applicant)}` : 'Your scores'
    return `${scores} ${notDone(error, 'were not')} saved`
  }

  async function send(scores: Record<number, number | null>) {
    const given = Object.fromEntries(
      Object.entries(scores).map(([criterion, value]) => [criterion, { value }]),
    )
    setSent((now) => ({ ...now, ...given }))
    setProblem(undefined)
    const call = lastCall.current.then(() => mutateAsync({ id, scores }))
    // The next one waits: of two scores of a criterion, the later one counts.
    lastCall.current = call.catch(() => undefined)
    try {
      const response = await call
      client.setQueryData(readOptions('applicationScores.get', { id }).queryKey, response)
    } catch (error) {
      const reason = problemsOf(error)
      if (isUnmounted.current) notify({ type: 'error', message: `${whose(error)}. ${reason}` })
      else setProblem(`${notDone(error, 'Not')} saved. ${reason}`)
      if (parseApiError(error).status === 409) client.invalidateQueries()
    }
    // What was given once more meanwhile is still on its way.
    setSent((now) =>
      Object.fromEntries(Object.entries(now).filter(([key, one]) => given[key] !== one)),
    )
  }

  return {
    data,
    /** The criterion that the keys are for; none once all have a score, so that no key changes one by mistake. */
    current,
    setCurrent: setChosen,
    scoreOf,
    problem,
    /** @param goesOn whether the keys are for the next criterion from then on */
    score(criterion: number, value: number, goesOn = false) {
      setTakenBack(undefined)
      if (goesOn) setChosen(criteria[criteria.findIndex((one) => one.id === criterion) + 1]?.id)
      void send({ [criterion]: value })
    },
    takeBack() {
      const given = criteria.flatMap(({ id: one }) => [[one, scoreOf(one)] as const])
      const known = given.filter((pair): pair is [number, number] => pair[1] !== undefined)
      setTakenBack(Object.fromEntries(known))
      setChosen(undefined)
      void send(Object.fromEntries(known.map(([one]) => [one, null])))
    },
    /** Gives the scores again that were taken back here; undefined when there are none. */
    giveAgain:
      takenBack &&
      (() => {
        setTakenBack(undefined)
        void send(takenBack)
      }),
  }
}

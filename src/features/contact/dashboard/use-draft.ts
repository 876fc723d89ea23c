import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { readOptions } from '#client/api/queries.ts'
import { typedOn } from '#client/resources/edit/use-note.ts'
import type { ContactDetail, ReplyDraft } from '../message-schemas.ts'

/** Colleagues see somebody as typing for 8 seconds after each save (`presentUntil`). */
const saveAfterMs = 1_000
const retryAfterMs = 4_000

/** The unfinished reply to a message, which the server keeps for its author while it is typed. */
export function useDraft({ id, draft }: Pick<ContactDetail, 'id' | 'draft'>) {
  const client = useQueryClient()
  const [text, setText] = useState(draft?.text ?? '')
  const [saved, setSaved] = useState(draft?.text ?? '')
  /** Another object for each failure, so that the same problem once more is tried again as well. */
  const [failure, setFailure] = useState<{ detail: string }>()
  const [theirs, setTheirs] = useState<ReplyDraft>()
  const version = useRef(draft?.updated_at ?? null)
  const latest = useRef(text)
  latest.current = text
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const isUnsaved = text !== saved

  function keep(next: ReplyDraft | null) {
    version.current = next?.updated_at ?? null
    setSaved(next?.text ?? '')
    client.setQueryData<ContactDetail>(
      readOptions('contact.get', { id }).queryKey,
      (known) => known && { ...known, draft: next },
    )
  }

  async function send(is_typing: boolean) {
    const now = latest.current
    try {
      keep(await api.contact.saveDraft({ id, text: now, is_typing, replaces: version.current }))
      setFailure(undefined)
      return latest.current === now
    } catch (error) {
      const { detail, current } = parseApiError(error)
      if (current) setTheirs(current as ReplyDraft)
      setFailure({ detail })
      return false
    }
  }

  /** Saves one after the other. @returns whether the server has all that was typed */
  function save(is_typing: boolean): Promise<boolean> {
    const next = running.current.then(() => send(is_typing))
    running.current = next
    return next
  }

  const saveLatest = useRef(save)
  saveLatest.current = save
  useEffect(() => {
    if (!isUnsaved || theirs) return
    const timer = setTimeout(
      () => saveLatest.current(failure === undefined),
      failure === undefined ? saveAfterMs : retryAfterMs,
    )
    return () => clearTimeout(timer)
  })

  return {
    text,
    setText,
    isUnsaved,
    problem: failure?.detail,
    save: () => save(false),
    /**
     * Sends the reply between two saves, and forgets the draft, as the server does then. What was typed on is the next.
     */
    reply<Sent>(call: () => Promise<Sent>): Promise<Sent> {
      const sent = text
      const sending = running.current.then(async () => {
        const result = await call()
        latest.current = typedOn(latest.current, sent)
        setText(latest.current)
        keep(null)
        return result
      })
      running.current = sending.catch(() => undefined)
      return sending
    },
    /** Another text that the same user has typed elsewhere, and the two ways to go on. */
    conflict: theirs && {
      text: failure?.detail,
      loadTheirs() {
        keep(theirs)
        setText(theirs.text)
        setTheirs(undefined)
        setFailure(undefined)
      },
      saveMine() {
        version.current = theirs.updated_at
        setTheirs(undefined)
        return save(true)
      },
    },
  }
}

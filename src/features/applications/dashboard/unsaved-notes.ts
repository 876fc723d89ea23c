import { useUser } from '#client/api/use-auth-state.ts'
import { useUnsavedTexts } from '#client/resources/edit/unsaved-texts.ts'
import { typedOn } from '#client/resources/edit/use-note.ts'

type Sent = { id: number; note: string; userId: number }
/** Also those whose page was left: they are in no other field. */
let sent: readonly Sent[] = []

/**
 * What is typed of new notes, by their applications. What is on its way is not shown any more, but kept until it has
 * arrived: a reload loses none.
 */
export function useUnsavedNotes() {
  const texts = useUnsavedTexts('notes on applications')
  const userId = useUser().id

  /** What is kept of an applicant: what is on its way, then these texts. */
  const kept = (id: number, ...typed: readonly string[]) =>
    [
      ...sent.filter((one) => one.id === id && one.userId === userId).map((one) => one.note),
      ...typed,
    ]
      .filter(Boolean)
      .join('\n')

  function typedIn(id: number, text: string) {
    const before = kept(id)
    return before ? typedOn(text, before) : text
  }

  return {
    textOf: (id: number) => typedIn(id, texts.textOf(id)),
    change: (id: number, changeOf: (now: string) => string) =>
      texts.change(id, (now) => kept(id, changeOf(typedIn(id, now)))),
    /** Takes a note out of the field. @returns ends that, with what goes back into the field */
    begin(id: number, note: string) {
      const one = { id, note, userId }
      sent = [...sent, one]
      texts.change(id, () => kept(id))
      return (back = '') =>
        texts.change(id, (now) => {
          const typed = typedIn(id, now)
          sent = sent.filter((other) => other !== one)
          return kept(id, back, typed)
        })
    },
  }
}

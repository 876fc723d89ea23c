import { useSyncExternalStore } from 'react'
import { useUser } from '../../api/use-auth-state.ts'
import { keepInTab, readFromTab, subscribeToTab, type TabKey } from '../tab-store.ts'

type Texts = Readonly<Record<number, string>>

const nothingTyped: Texts = {}

/**
 * Texts that are typed but not saved, by the ids of their rows.
 * @param name what they are, such as 'notes on applications': pages that name the same share them, and what a page that
 *   was left still changes
 */
export function useUnsavedTexts(name: string) {
  const key: TabKey = `${useUser().id} ${name}`
  const read = () => readFromTab<Texts>(key) ?? nothingTyped
  const texts = useSyncExternalStore(subscribeToTab, read, read)

  function change(id: number, changeOf: (now: string) => string) {
    const { [id]: now = '', ...others } = read()
    const text = changeOf(now)
    const next = text === '' ? others : { ...others, [id]: text }
    keepInTab(key, Object.keys(next).length === 0 ? undefined : next)
  }

  return { textOf: (id: number) => texts[id] ?? '', change }
}

import { type ChangeEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'

const separators = /[,;\n]/
const keyOf = (item: string) => item.toLowerCase()

/**
 * The items of a list that is typed into one input. Until the page is awake the input holds all of it; from then on it
 * holds the item that is being typed.
 * @param onChange is told the whole list, with commas between
 */
export function useList(
  input: RefObject<HTMLInputElement | null>,
  onChange?: (value: string) => void,
) {
  const [items, setItems] = useState<readonly string[]>([])
  const [isAwake, setIsAwake] = useState(false)
  const [news, setNews] = useState('')

  function set(next: readonly string[], said: string) {
    setItems(next)
    setNews(said)
    onChange?.(next.join(', '))
  }

  function add(texts: readonly string[]) {
    const known = new Map(items.map((item) => [keyOf(item), item]))
    const added: string[] = []
    for (const text of texts) {
      const item = text.trim().replace(/\s+/g, ' ')
      if (item === '' || known.has(keyOf(item))) continue
      known.set(keyOf(item), item)
      added.push(item)
    }
    if (added.length > 0) set([...known.values()], `${added.join(', ')} added`)
  }

  /** Makes an item of what stands in the input. */
  function takeTyped() {
    if (!isAwake || !input.current?.value.trim()) return
    add(input.current.value.split(separators))
    input.current.value = ''
  }

  // What was typed or came with the page before the script was there.
  const wake = useEffectEvent(() => {
    setIsAwake(true)
    if (!input.current) return
    const typed = input.current.value.split(separators)
    // Who is typing right now goes on with the last item.
    const isTyping = document.activeElement === input.current
    const rest = isTyping ? (typed.pop() ?? '') : ''
    add(typed)
    input.current.value = rest.trimStart()
  })
  useEffect(() => wake(), [])

  return {
    items,
    isAwake,
    /** What has just changed, for screen readers. */
    news,
    add,
    takeTyped,
    has: (item: string) => items.some((one) => keyOf(one) === keyOf(item)),
    remove: (item: string) =>
      set(
        items.filter((one) => one !== item),
        `${item} removed`,
      ),
    handleTyping(event: ChangeEvent<HTMLInputElement>) {
      const parts = event.target.value.split(separators)
      if (!isAwake || parts.length === 1) return
      event.target.value = parts.pop()?.trimStart() ?? ''
      add(parts)
    },
  }
}

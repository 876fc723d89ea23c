import { type ChangeEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'

const separators = /[,;\n]/
const keyOf = (item: string) => item.toLowerCase()

/**
 * The items of a list that is typed into one input. Until the page is awake the input holds all of it; from then on it
 * holds the item that is being typed.
 * @param onChange is told the whole list, with commas between
 */
export function useListField(
  input: RefObject<HTMLInputElement | null>,
  onChange?: (value: string) => void,
) {
  const [items, setItems] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [isAwake, setIsAwake] = useState(false)
  const [news, setNews] = useState('')

  function set(next: readonly string[], rest = typed) {
    setItems(next)
    setTyped(rest)
    onChange?.(written(next, rest))
  }

  function add(texts: readonly string[], rest = typed) {
    const known = new Map(items.map((item) => [keyOf(item), item]))
    const added: string[] = []
    for (const text of texts) {
      const item = text.trim().replace(/\s+/g, ' ')
      if (item === '' || known.has(keyOf(item))) continue
      known.set(keyOf(item), item)
      added.push(item)
    }
    if (added.length > 0) setNews(`${added.join(', ')} added`)
    set([...known.values()], rest)
  }

  function takeFrom(text: string, keepsLast: boolean) {
    const parts = text.split(separators)
    const rest = keepsLast ? (parts.pop() ?? '').trimStart() : ''
    if (input.current && rest !== text) input.current.value = rest
    add(parts, rest)
  }

  // What was typed or came with the page before the script was there.
  const wake = useEffectEvent(() => {
    setIsAwake(true)
    // Who is typing right now goes on with the last item.
    const isTyping = document.activeElement === input.current
    if (input.current?.value) takeFrom(input.current.value, isTyping)
  })
  useEffect(() => wake(), [])

  return {
    items,
    isAwake,
    /** What has just changed, for screen readers. */
    news,
    /** The whole list, with what is being typed. */
    value: written(items, typed),
    add: (item: string) => add([item]),
    /** Makes an item of what stands in the input. */
    takeTyped: () => takeFrom(typed, false),
    has: (item: string) => items.some((one) => keyOf(one) === keyOf(item)),
    remove(item: string) {
      setNews(`${item} removed`)
      set(items.filter((one) => one !== item))
    },
    handleTyping: (event: ChangeEvent<HTMLInputElement>) => takeFrom(event.target.value, true),
  }
}

const written = (items: readonly string[], typed: string) =>
  [...items, typed].filter((item) => item.trim() !== '').join(', ')

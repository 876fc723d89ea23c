import { type ChangeEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'

const separators = /[,;\n]/
const keyOf = (item: string) => item.toLowerCase()

/**
 * The items of a list that is typed into one input. Before hydration the input holds the whole list; after it, only the
 * item that is being typed.
 * @param onChange gets the whole list, separated by commas
 */
export function useListField(
  input: RefObject<HTMLInputElement | null>,
  onChange?: (value: string) => void,
) {
  const [items, setItems] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [isHydrated, setIsHydrated] = useState(false)
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

  // Takes over the server's value, or text typed before hydration.
  const takeOver = useEffectEvent(() => {
    setIsHydrated(true)
    // Keeps the last item in the input while the user types.
    const isTyping = document.activeElement === input.current
    if (input.current?.value) takeFrom(input.current.value, isTyping)
  })
  useEffect(() => takeOver(), [])

  return {
    items,
    isHydrated,
    /** The last change, for screen readers. */
    news,
    /** The whole list with the text in the input, separated by commas. */
    value: written(items, typed),
    add: (item: string) => add([item]),
    /** Turns the text in the input into an item. */
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

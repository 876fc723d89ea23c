import { type Ref, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Search } from '#ui/icons.ts'
import { classNames } from '../class-names.ts'
import { inputClass } from '../forms/field.tsx'
import type { ListUrl } from './list-url.ts'

type SearchBoxProps = {
  /** The name for screen readers and the placeholder: 'Search applications'. */
  label: string
  listUrl: ListUrl
  ref?: Ref<HTMLInputElement>
}

const pauseMs = 300

/** Searches after a short pause in typing. The text is in the URL as `search`. */
export function SearchBox({ label, listUrl, ref }: SearchBoxProps) {
  const value = listUrl.get('search')
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [isWaiting, setIsWaiting] = useState(false)
  const isLeaving = useIsLeaving()

  // Takes over another text from the URL, such as after the back button, unless the user is typing.
  if (value !== seen) {
    setSeen(value)
    if (!isWaiting && value !== text.trim()) setText(value)
  }

  useEffect(() => {
    if (!isWaiting || isLeaving) return
    const timer = setTimeout(() => send(text), pauseMs)
    return () => clearTimeout(timer)
  })

  function send(search: string) {
    setIsWaiting(false)
    listUrl.set({ search: search.trim() }, { replace: true })
  }

  return (
    <search className="relative min-w-36 grow basis-40">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIsWaiting(true)
        }}
        onKeyDown={(event) => event.key === 'Enter' && send(text)}
        className={classNames(inputClass, 'pl-10 text-ellipsis')}
      />
    </search>
  )
}

/** Whether another page is loading, which a search would replace. */
function useIsLeaving() {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return location !== undefined && location.pathname !== pathname
}

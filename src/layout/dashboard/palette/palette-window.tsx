import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useKeptState } from '#client/resources/page/use-kept-state.ts'
import { pluralize } from '#shared/format.ts'
import { classNames } from '#ui/class-names.ts'
import { comparable } from '#ui/comparable.ts'
import { inputClass } from '#ui/forms/field.tsx'
import { Search } from '#ui/icons.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { focusFirst } from '#ui/overlays/focus-first.ts'
import { usePaletteActions } from './palette-actions.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'
import { searchLengthMin, usePaletteSearch } from './palette-search.ts'

const pauseMs = 120
const recentMax = 6
/** Before the ids of what was opened last, which stands among the screens as well. */
const recentPrefix = 'recent '

/** Finds screens, actions and rows of every list by a few letters. It is open while it is rendered. */
export function PaletteWindow({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [recent, setRecent] = useKeptState<PaletteEntry[]>('palette', [])
  const { groups, isSearching, failed } = usePaletteGroups(text, recent)
  // Keys choose among what belongs to the text: Enter must not open what is about to change.
  const entries = groups.flatMap((group) => (group.isStale ? [] : group.entries))
  const optionId = (entryId: string) => `${id}-${entryId.replaceAll(' ', '-')}`
  const [markedId, setMarkedId] = useState('')
  const found = entries.findIndex((entry) => entry.id === markedId)
  const marked = Math.max(0, found)

  function choose(entry: PaletteEntry, isInNewTab = false) {
    if ('run' in entry) {
      onClose()
      entry.run()
      return
    }
    const id = entry.id.replace(recentPrefix, '')
    setRecent((now) =>
      [{ ...entry, id }, ...now.filter((one) => one.id !== id)].slice(0, recentMax),
    )
    if (isInNewTab) return window.open(entry.to, '_blank')
    onClose()
    navigate(entry.to)
  }

  function handleKey(event: KeyboardEvent) {
    const chosen = entries[marked]
    const targets: Record<string, number> = {
      ArrowDown: (marked + 1) % entries.length,
      ArrowUp: (marked - 1 + entries.length) % entries.length,
      PageDown: Math.min(marked + 8, entries.length - 1),
      PageUp: Math.max(marked - 8, 0),
    }
    const target = entries[targets[event.key] ?? -1]
    if (target) {
      setMarkedId(target.id)
      const option = document.getElementById(optionId(target.id))
      option?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && chosen) choose(chosen, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  const isShort = text.trim().length < searchLengthMin
  const none = isShort
    ? `${searchLengthMin} letters search the lists, too`
    : isSearching
      ? 'Searching'
      : 'Nothing matches'
  const count = entries.length === 0 ? none : pluralize(entries.length, 'result')
  return (
    <Dialog isOpen onClose={onClose} finalFocus={false} title="Go to or do">
      <div ref={focusFirst} className="flex flex-col gap-3">
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted"
          />
          <input
            type="text"
            role="combobox"
            aria-label="Find a screen, an action, a person or a text"
            aria-autocomplete="list"
            aria-expanded={entries.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={entries[marked] && optionId(entries[marked].id)}
            placeholder="A screen, a name, a title..."
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setMarkedId('')
            }}
            onKeyDown={handleKey}
            className={classNames(inputClass, 'pl-10')}
          />
        </div>
        <p role="status" className="sr-only">
          {count}
        </p>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Found"
          className="-mx-2 h-[min(26rem,55dvh)] overflow-y-auto overscroll-contain"
        >
          {groups.map((group) => (
            <EntryGroup
              key={group.heading}
              id={id}
              optionId={optionId}
              group={group}
              choose={choose}
              markedId={entries[marked]?.id}
            />
          ))}
        </div>
        {entries.length === 0 && <p className="px-1 text-muted text-sm">{count}.</p>}
        {failed.length > 0 && (
          <p role="alert" className="px-1 text-error text-sm">
            Not searched, because of an error: {failed.join(', ')}.
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** What a text finds; without one, what was opened last, the screens and the actions. */
function usePaletteGroups(text: string, recent: PaletteEntry[]) {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const { groups, failed, ...state } = usePaletteSearch(search)
  const isSearching = state.isSearching || search !== text.trim()
  const words = comparable(text).split(/\s+/).filter(Boolean)
  const matches = ({ label, words: others = '' }: PaletteEntry) => {
    const all = comparable(`${label} ${others}`)
    return words.every((word) => all.includes(word))
  }
  const opened = recent.map((entry) => ({ ...entry, id: recentPrefix + entry.id }))
  const all: PaletteGroup[] = [
    ...(words.length === 0 ? [{ heading: 'Recent', entries: opened }] : []),
    ...usePaletteActions().map(({ heading, entries }) => ({
      heading,
      entries: entries.filter(matches),
    })),
    ...(words.length === 0 ? [] : groups).map((group) => ({
      ...group,
      isStale: group.isStale || search !== text.trim(),
    })),
  ]
  return { groups: all.filter(({ entries }) => entries.length > 0), isSearching, failed }
}

type EntryGroupProps = {
  id: string
  optionId: (entryId: string) => string
  group: PaletteGroup
  markedId: string | undefined
  choose: (entry: PaletteEntry, isInNewTab: boolean) => void
}

function EntryGroup({ id, optionId, group, markedId, choose }: EntryGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
    <div
      role="group"
      aria-labelledby={`${id}-${group.heading}`}
      className={classNames('pb-2', group.isStale && 'opacity-55')}
    >
      <p id={`${id}-${group.heading}`} className="px-3 py-1.5 font-semibold text-muted text-xs">
        {group.heading}
      </p>
      {group.entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field
        <div
          key={entry.id}
          id={optionId(entry.id)}
          role="option"
          tabIndex={-1}
          aria-selected={entry.id === markedId}
          onMouseDown={(event: MouseEvent) => event.preventDefault()}
          onClick={({ ctrlKey, metaKey }) => choose(entry, ctrlKey || metaKey)}
          className={classNames(
            'flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 hover:bg-sand',
            entry.id === markedId && 'bg-primary-soft ring-2 ring-primary ring-inset',
          )}
        >
          <entry.icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="min-w-0">
            <span className="block truncate font-medium">{entry.label}</span>
            {entry.text && <span className="block truncate text-muted text-xs">{entry.text}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}

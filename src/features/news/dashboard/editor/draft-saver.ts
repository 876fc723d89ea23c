import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { isSameJson } from '#shared/is-same-json.ts'
import { importWithRetry } from '#ui/lazy/import-with-retry.ts'
import type { ArticleFields, Draft } from '../../drafts-contract.ts'
import { articleFieldNames } from '../../validation.ts'
import type { FieldName, Merge } from './merge.ts'
import { createTextReader } from './text-reader.ts'

type Saving = 'saved' | 'saving' | 'waiting' | 'offline' | 'failed' | 'conflict'

export type Conflict = Merge & {
  /** Who has changed what, and when. */
  text: string
  mine: ArticleFields
  theirs: ArticleFields
}

export type DraftState = {
  fields: ArticleFields
  /** The draft as the server has it. */
  draft: Draft
  saving: Saving
  /** Why it could not be saved. */
  problem: string
  /** What the server refuses of a field. The others are saved. */
  errors: Partial<Record<FieldName, string>>
  conflict: Conflict | undefined
  /** How often another value has taken the place of what is in the editor, by field. */
  replaced: Partial<Record<FieldName, number>>
}

/** What is not saved yet, for when the page is loaded anew. */
export type Unsaved = { base: ArticleFields; fields: ArticleFields; version: string }

type DraftSaverOptions = {
  calls: Pick<ApiClient['drafts'], 'save' | 'get'>
  /** Gives the fields of a draft, with the text as the editor would save it. */
  fieldsOf: (draft: Draft) => ArticleFields
  /** Gets what is not saved yet after each change, and undefined once it is. */
  keep: (unsaved: Unsaved | undefined) => void
}

const pauseMs = 1_200
/** Typing without a pause is saved at this interval, too. */
const pauseMaxMs = 5_000
const retryMs = 4_000

/** Most articles have one editor at a time. */
const loadMerge = () => importWithRetry(() => import('./merge.ts'))
type MergeFields = Awaited<ReturnType<typeof loadMerge>>['mergeFields']

/**
 * Saves a draft some moments after each change, until it is stored: one call at a time, again when the connection is
 * back, merged when somebody else has saved.
 */
export function createDraftSaver(
  loaded: Draft,
  unsaved: Unsaved | undefined,
  { calls, fieldsOf, keep }: DraftSaverOptions,
) {
  const stored = fieldsOf(loaded)
  let base = unsaved?.base ?? stored
  let version = unsaved?.version ?? loaded.updated_at
  let state: DraftState = {
    fields: unsaved?.fields ?? stored,
    draft: loaded,
    saving: 'saved',
    problem: '',
    errors: {},
    conflict: undefined,
    replaced: {},
  }
  const refused = new Map<FieldName, unknown>()
  const listeners = new Set<() => void>()
  /** Whoever signs in after the user has signed out must not save it. */
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince: number | undefined
  let underWay: Promise<boolean> | undefined
  const text = createTextReader((content) => {
    change({ content })
    if (state.saving === 'waiting' && !hasUnsaved()) void flush()
  })

  function set(change: Partial<DraftState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const changes = () =>
    articleFieldNames.filter(
      (name) =>
        !isSameJson(state.fields[name], base[name]) &&
        !isSameJson(state.fields[name], refused.get(name)),
    )

  const hasUnsaved = () =>
    text.hasUnread() ||
    articleFieldNames.some((name) => !isSameJson(state.fields[name], base[name]))

  function wait(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  function change(fields: Partial<ArticleFields>) {
    const errors = errorsWithout(Object.keys(fields) as FieldName[])
    set({ fields: { ...state.fields, ...fields }, errors })
    remember()
    if (state.saving === 'conflict' || !hasUnsaved()) return
    waitingSince ??= Date.now()
    if (state.saving === 'saved') set({ saving: 'waiting' })
    if (state.saving !== 'offline') {
      wait(Math.max(0, Math.min(pauseMs, waitingSince + pauseMaxMs - Date.now())))
    }
  }

  /** Also lets what was refused of the fields be sent again, which saves it or shows its error anew. */
  function errorsWithout(names: readonly FieldName[]) {
    const errors = { ...state.errors }
    for (const name of names) {
      refused.delete(name)
      delete errors[name]
    }
    return errors
  }

  /** Notes that the text has changed, to read it later. */
  function changeText(read: () => string) {
    text.noteChange(read)
    if (state.saving === 'saved') set({ saving: 'waiting' })
  }

  function remember() {
    if (!isStopped) keep(hasUnsaved() ? { base, fields: state.fields, version } : undefined)
  }

  /** Saves at once what is not saved, unless it is stopped. @returns whether all is saved now */
  async function flush(): Promise<boolean> {
    if (isStopped) return false
    text.readNow()
    clearTimeout(timer)
    underWay ??= saveAll().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function saveAll() {
    while (state.saving !== 'conflict' && !isStopped) {
      text.readNow()
      const changed = changes()
      if (changed.length === 0) break
      waitingSince = undefined
      const sent = Object.fromEntries(changed.map((name) => [name, state.fields[name]]))
      if (state.saving !== 'offline') set({ saving: 'saving' })
      try {
        const input = { id: loaded.id, ...sent, expected_updated_at: version }
        takeSaved(sent, await calls.save(input))
      } catch (error) {
        if (!(await recover(error, sent))) return false
      }
    }
    if (state.saving === 'conflict' || isStopped) return false
    set({ saving: 'saved', problem: '' })
    remember()
    return !hasUnsaved()
  }

  function takeSaved(sent: Partial<ArticleFields>, draft: Draft) {
    // A slug may follow the title.
    const isOwnSlug = 'slug' in sent || !isSameJson(state.fields.slug, base.slug)
    const slug = isOwnSlug && state.fields.slug !== '' ? {} : { slug: draft.slug }
    base = { ...base, ...sent, ...slug }
    version = draft.updated_at
    set({ draft, fields: { ...state.fields, ...slug } })
    remember()
  }

  /** @returns whether it is worth another try at once */
  async function recover(error: unknown, sent: Partial<ArticleFields>) {
    const { status, fields, detail, current } = parseApiError(error)
    // A version of the site that is gone has no more scripts. Then it is told, and tried again.
    const merge = current && (await loadMerge().catch(() => undefined))
    if (merge) return takeTheirs(current as Draft, detail, merge.mergeFields)
    const known = articleFieldNames.filter((name) => name in sent && fields[name])
    if (known.length > 0) {
      // What was typed meanwhile is not refused yet.
      const left = known.filter((name) => isSameJson(state.fields[name], sent[name]))
      for (const name of left) refused.set(name, sent[name])
      const errors = Object.fromEntries(left.map((name) => [name, fields[name]?.join('. ')]))
      set({ errors: { ...state.errors, ...errors } })
      return true
    }
    if (status === null) set({ saving: 'offline', problem: '' })
    else set({ saving: 'failed', problem: detail })
    // What was deleted stays so.
    if (status !== 404) wait(retryMs)
    return false
  }

  function takeTheirs(draft: Draft, reason: string, mergeFields: MergeFields) {
    text.readNow()
    const theirs = fieldsOf(draft)
    const mine = state.fields
    const merge = mergeFields(base, mine, theirs)
    base = theirs
    version = draft.updated_at
    const isClear = merge.contradictions.length === 0 && !merge.regions
    if (isClear) replace(merge.fields, { draft })
    else set({ draft, saving: 'conflict', conflict: { ...merge, text: reason, mine, theirs } })
    return isClear
  }

  function replace(fields: ArticleFields, more: Partial<DraftState> = {}) {
    const changed = articleFieldNames.filter(
      (name) => !isSameJson(fields[name], state.fields[name]),
    )
    const replaced = { ...state.replaced }
    for (const name of changed) replaced[name] = (replaced[name] ?? 0) + 1
    set({ errors: errorsWithout(changed), ...more, fields, replaced })
    remember()
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getState: () => state,
    change,
    changeText,
    takeText: text.readNow,
    flush,
    hasUnsaved,
    /** Saves the text that was chosen of two. */
    resolve(fields: ArticleFields) {
      replace(fields, { saving: 'waiting', conflict: undefined })
      return flush()
    },
    /** Looks for what others, another tab or a publication have made of the draft meanwhile. */
    async refresh() {
      if (underWay || state.saving === 'conflict') return
      const before = version
      const draft = await calls.get({ id: loaded.id }).catch(() => undefined)
      // A save in the meantime knows better.
      if (!draft || underWay || version !== before) return
      if (draft.updated_at === version) return set({ draft })
      const merge = await loadMerge().catch(() => undefined)
      if (!merge || underWay || version !== before) return
      const reason = 'This was changed elsewhere. Nothing of yours is lost.'
      if (takeTheirs(draft, reason, merge.mergeFields)) await flush()
    },
    /** Takes another draft in place of the present one. */
    load(draft: Draft) {
      text.readNow()
      base = fieldsOf(draft)
      version = draft.updated_at
      refused.clear()
      replace(base, { draft, saving: 'saved', errors: {} })
    },
    /** Takes fields in place of the present ones, and saves them. */
    replaceBy(fields: Partial<ArticleFields>) {
      text.readNow()
      replace({ ...state.fields, ...fields })
      return flush()
    },
    /** Saves what an earlier visit has left. */
    start() {
      isStopped = false
      return flush()
    },
    /** Keeps what is not saved yet, and saves no more. */
    stop() {
      text.readNow()
      clearTimeout(timer)
      isStopped = true
    },
  }
}

export type DraftSaver = ReturnType<typeof createDraftSaver>

import contract from 'virtual:contract'
import type { Client } from '@orpc/client'
import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, use, useRef } from 'react'
import type { RowId } from '#ui/data-table/selection.ts'
import { authState } from './auth-state.ts'
import { type ApiClient, api } from './client.ts'
import { failureOf, isOutcomeUnknown } from './outcome.ts'
import { forUser, rememberUser } from './same-user.ts'

/** The path of a procedure in the contract, such as `applications.list`. */
export type ProcedureName = {
  [Feature in keyof ApiClient & string]: `${Feature}.${keyof ApiClient[Feature] & string}`
}[keyof ApiClient & string]

type CallOf<Name extends ProcedureName> = Name extends `${infer Feature}.${infer Call}`
  ? Feature extends keyof ApiClient
    ? Call extends keyof ApiClient[Feature]
      ? ApiClient[Feature][Call]
      : never
    : never
  : never

type Sides<Name extends ProcedureName> =
  // biome-ignore lint/suspicious/noExplicitAny: the types of context and error do not matter here
  CallOf<Name> extends Client<any, infer Input, infer Output, any>
    ? { input: Input; output: Output }
    : never

export type ProcedureInput<Name extends ProcedureName> = Sides<Name>['input']
export type ProcedureOutput<Name extends ProcedureName> = Sides<Name>['output']

type AnyCall = (
  input: unknown,
  options?: { signal?: AbortSignal; context?: { key: string } },
) => Promise<unknown>

/** A procedure in the contract: its tag, what it changes, and the function that calls it. */
function procedureOf(name: ProcedureName) {
  const [feature = '', call = ''] = name.split('.')
  const described = contract[feature]?.[call]
  if (!described) throw new Error(`The contract has no call ${name}`)
  const send = (api as unknown as Record<string, Record<string, AnyCall>>)[feature]?.[call]
  return { ...described, send: send as AnyCall }
}

/** The cache of one signed-in user. Removes unused data after 60 seconds. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // A call without a connection fails, and says so. By default it would wait, and a write would be sent by itself
      // later.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        gcTime: 60_000,
        staleTime: 5_000,
        // A status of 400 to 499 would come again; a retry helps after a lost connection or a 503.
        retry: (failures, error) => failures < 1 && isOutcomeUnknown(error),
      },
    },
  })

/** The options of a query. Its key begins with its tag in the contract, so that writes can invalidate it. */
export function readOptions<Name extends ProcedureName>(name: Name, input: ProcedureInput<Name>) {
  const { tag, send } = procedureOf(name)
  return queryOptions({
    queryKey: [tag, name, input] as const,
    queryFn: ({ signal }) => send(input, { signal }) as Promise<ProcedureOutput<Name>>,
  })
}

type ReadExtras<Output> = Pick<
  UseQueryOptions<Output>,
  'enabled' | 'staleTime' | 'refetchInterval'
> & {
  /** Gives the output for the input before, as `isPlaceholderData`, until that for a new input is there. */
  keepsPrevious?: boolean
}

/** Whether nothing below is read again: it is of a row that is about to be deleted, and would not be found any more. */
export const ReadsPaused = createContext(false)

/** Queries a procedure: `useRead('cohorts.list', { status: 'all' })`. */
export function useRead<Name extends ProcedureName>(
  name: Name,
  input: ProcedureInput<Name>,
  { keepsPrevious = false, ...extras }: ReadExtras<ProcedureOutput<Name>> = {},
) {
  return useQuery({
    ...readOptions(name, input),
    ...extras,
    ...(use(ReadsPaused) && { enabled: false }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  } as UseQueryOptions<ProcedureOutput<Name>>)
}

type Page = { results: { id: RowId }[]; total_items: number; total_pages: number }

/** The procedures that return a page of rows. */
export type ListProcedure = {
  [Name in ProcedureName]: ProcedureOutput<Name> extends Page ? Name : never
}[ProcedureName]

type RowOf<Name extends ListProcedure> =
  ProcedureOutput<Name> extends { results: (infer Row)[] } ? Row : never

type AnyPage = { results: unknown[]; total_items: number }

/** The options of a query of any list: `useQueries` takes those of several only as one type. */
export const listOptions = (name: ListProcedure, input: object) =>
  readOptions(name, input as ProcedureInput<ListProcedure>) as unknown as {
    queryKey: readonly unknown[]
    queryFn: () => Promise<AnyPage>
  }

/** Queries all pages of a list, for choices of which none may be missing. */
export function useReadAll<Name extends ListProcedure>(name: Name, input: ProcedureInput<Name>) {
  const { tag, send } = procedureOf(name)
  return useQuery({
    queryKey: [tag, name, 'all', input] as const,
    async queryFn({ signal }) {
      const rows: RowOf<Name>[] = []
      for (let page = 1; ; page += 1) {
        const given = { ...(input as object), page, page_size: 100 }
        const found = (await send(given, { signal })) as {
          results: RowOf<Name>[]
          total_pages: number
        }
        rows.push(...found.results)
        if (page >= found.total_pages) return rows
      }
    },
  })
}

type WriteAttempt = { key: string; sent: string }

/**
 * Keeps the previous attempt, and so its key, when the same is sent again. A key is one of many of its user, so it need
 * not be secret. `client/forms/idempotency-key.ts` makes those of visitors: shared with the dashboard, it would be one
 * more file for their forms.
 */
function writeAttempt(input: unknown, previous: WriteAttempt | null): WriteAttempt {
  const sent = JSON.stringify(input) ?? ''
  return previous?.sent === sent ? previous : { key: `${Date.now()}-${Math.random()}`, sent }
}

/**
 * The mutation of a procedure. It invalidates every query of the tags that it changes, unless the server has refused it:
 * what got no answer may have been done, as the message of the error says. The same sent again is known by its key, and
 * created once. It ends only for the user who began it (`forUser`).
 */
export function useWrite<Name extends ProcedureName>(name: Name) {
  const client = useQueryClient()
  const { send, method, tag } = procedureOf(name)
  const attempt = useRef<WriteAttempt>(null)
  return useMutation({
    mutationFn(input: ProcedureInput<Name>) {
      if (method !== 'POST') return forUser(send(input) as Promise<ProcedureOutput<Name>>)
      attempt.current = writeAttempt(input, attempt.current)
      const { key } = attempt.current
      return forUser(send(input, { context: { key } }) as Promise<ProcedureOutput<Name>>)
    },
    onSuccess(output) {
      attempt.current = null
      showSaved(client, name, output)
      invalidate(client, name)
    },
    onError(error) {
      if (!isOutcomeUnknown(error)) attempt.current = null
      else if (tag) {
        error.message = failureOf(error)
        invalidate(client, name)
      }
    },
  })
}

type Row = { id: number | string }

/**
 * Shows an updated row in the lists of its resource, and one that was changed by a press on its own page as well: it may
 * be changed again before they are loaded anew.
 */
export function showSaved(client: QueryClient, name: ProcedureName, output: unknown) {
  const [feature, call] = name.split('.')
  const { tag, isOnePress } = procedureOf(name)
  if (call !== 'update' && !isOnePress) return
  const saved = output as Partial<Row> | undefined
  const merge = (row: Row) => (row.id === saved?.id ? { ...row, ...saved } : row)
  client.setQueriesData<{ results?: Row[] }>(
    { queryKey: [tag, `${feature}.list`] },
    (page) => page?.results && { ...page, results: page.results.map(merge) },
  )
  if (!isOnePress) return
  client.setQueriesData<Row>({ queryKey: [tag, `${feature}.get`] }, (row) => row && merge(row))
}

/**
 * A write that streams its progress. At its end, however it ends, it invalidates what it changes. It ends only for the
 * user who began it.
 */
export function useWriteStream<Name extends ProcedureName>(name: Name) {
  const client = useQueryClient()
  return async function* (input: ProcedureInput<Name>, signal: AbortSignal) {
    const isSameUser = rememberUser()
    try {
      const steps = await forUser(procedureOf(name).send(input, { signal }))
      yield* steps as AsyncIterable<ItemOf<Name>>
    } finally {
      await authState.until(isSameUser)
      invalidate(client, name)
    }
  }
}

type ItemOf<Name extends ProcedureName> =
  ProcedureOutput<Name> extends AsyncIterable<infer Item> ? Item : never

function invalidate(client: QueryClient, name: ProcedureName) {
  const { tag, alsoChanges = [] } = procedureOf(name)
  for (const changed of tag ? [tag, ...alsoChanges] : []) {
    client.invalidateQueries({ queryKey: [changed] })
  }
}

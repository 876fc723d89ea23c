import { expect } from 'vitest'
import type { Tables } from '#database/tables.ts'
import { startTestApp, type TestApp } from '../app.ts'

/** A request, and the columns of the row as it leaves them. */
export type Change = {
  call: string
  /** The id in the URL, unless it is that of the row. */
  id?: number
  json?: object
  leaves: Record<string, unknown>
  token?: string
  /** The field that it changes, where the body doesn't name it. */
  field?: string
  /** Checks what it leaves elsewhere. */
  alsoLeaves?: () => Promise<void>
}

export type Race = {
  /** Creates the row of a round. @returns its id */
  create: () => Promise<number | string>
  table: keyof Tables
  /** Two requests that change different fields. */
  changes: (id: number | string) => [Change, Change] | Promise<[Change, Change]>
}

/** The app in which all calls of a file are run, and the token of its administrator. */
export const world = {} as { app: TestApp; token: string }

export async function startWorld(environment: Record<string, string> = {}) {
  world.app = await startTestApp(environment)
  world.token = await world.app.signIn('ADMIN', { name: 'Diane Keza' })
}

export const services = () => world.app.services
/** Creates a row by the API. @returns its id */
export const post = async (path: string, json: object): Promise<number> =>
  (await world.app.json(path, { method: 'POST', token: world.token, json })).body.id

export const aNumber = () => expect.any(Number)
export const aTime = () => expect.stringMatching(/^\d{4}-/)

/** A PATCH of some fields, which leaves the columns of the same names. */
export function edit(
  feature: string,
  json: object,
  leaves: Record<string, unknown> = { ...json },
): Change {
  const call = feature === 'drafts' ? 'drafts.save' : `${feature}.update`
  return { call, json, leaves }
}

export async function newestId(table: 'contact_messages' | 'tags' | 'articles') {
  const row = await services()
    .database.selectFrom(table)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

export const rowOf = (table: keyof Tables, id: number | string) =>
  services()
    .database.selectFrom(table as 'articles')
    .selectAll()
    .where('id', '=', id as number)
    .executeTakeFirstOrThrow()

export const anAdmin = async () =>
  (
    await services()
      .database.selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id

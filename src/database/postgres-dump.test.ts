import { expect } from 'vitest'
import { onPostgres } from '#testing/engines.ts'
import { withTrialDatabase } from './postgres-dump.ts'

const line = 'SET transaction_timeout = 0;'
/** As pg_dump 17 begins it, of a server of 15, too. */
const dump = `--
-- PostgreSQL database dump
--

SET statement_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
${line}
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;

CREATE TABLE public.notes (body text);

COPY public.notes (body) FROM stdin;
${line}
\\.
`

async function* inPieces(text: string, bytes: number) {
  const whole = Buffer.from(text)
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes)
}

onPostgres.each([1, 100, 1_000_000])(
  'a dump by a newer pg_dump than the server is loaded, and its rows stay as they are, in pieces of %i bytes',
  async (bytes) => {
    const rows = await withTrialDatabase(
      process.env.TEST_DATABASE_URL ?? '',
      inPieces(dump, bytes),
      (read) => read<{ body: string }>('select body from notes'),
    )
    expect(rows).toEqual([{ body: line }])
  },
)

onPostgres('settings in the address of a database reach what loads it as they are', async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.search = 'options=-c%20extra_float_digits%3D2'
  const rows = await withTrialDatabase(url.href, inPieces(dump, 100), (read) =>
    read<{ body: string }>('select body from notes'),
  )
  expect(rows).toEqual([{ body: line }])
})

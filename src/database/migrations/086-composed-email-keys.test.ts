import { expect, onTestFinished, test } from 'vitest'
import { startBeforeMigration } from '#testing/migrating.ts'

const jalal = 'j\u030calal@example.rw'
const composed = '\u01f0alal@example.rw'
const created_at = '2026-04-10T08:00:00.000Z'

test('keys from before are composed, and a row whose key is taken keeps its own', async () => {
  const before = await startBeforeMigration('086-composed-email-keys')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const times = { created_at, updated_at: created_at }
  const keys = ['aline@example.rw', jalal, 'h\u0331ana@example.rw', '\u1e96ana@example.rw']
  for (const key of keys) {
    const subscriber = { email: key.toUpperCase(), email_key: key, unsubscribed_at: null, ...times }
    await database.insertInto('subscribers').values(subscriber).execute()
  }
  for (const email_key of [jalal, composed]) {
    const email = { email: email_key, email_key, used_at: null, created_at }
    await database.insertInto('privacy_links').values(email).execute()
  }
  const word = {
    kind: 'word',
    value: '\u1112\u1161\u11ab',
    note: '',
    by_name: 'Keza',
    hits: 0,
    last_hit_at: null,
    expires_at: null,
  }
  for (const block of [word, { ...word, kind: 'email', value: jalal }]) {
    await database
      .insertInto('comment_blocks')
      .values({ ...block, created_at })
      .execute()
  }
  const holder_key = `${jalal} \u1112\u1161\u11ab`
  const row = { id: 7, email: jalal.toUpperCase(), email_key: jalal, holder_key, note: jalal }
  const snapshot = { rows: [{ table: 'subscribers', row }], links: [] }
  const entry = { kind: 'subscriber', row_id: '7', title: '', search_text: '', dependents: 0 }
  const trashed = { ...entry, by_user_id: 1, by_name: '', created_at }
  await database
    .insertInto('trash')
    .values({ ...trashed, snapshot: JSON.stringify(snapshot) })
    .execute()
  await before.migrate()
  const subscribers = database.selectFrom('subscribers').select('email_key').orderBy('id')
  expect((await subscribers.execute()).map(({ email_key }) => email_key)).toEqual([
    'aline@example.rw',
    composed,
    ...keys.slice(2),
  ])
  const links = await database.selectFrom('privacy_links').select('email_key').execute()
  expect(links.map(({ email_key }) => email_key)).toEqual([composed, composed])
  const blocks = await database.selectFrom('comment_blocks').select('value').orderBy('id').execute()
  expect(blocks.map(({ value }) => value)).toEqual([word.value, composed])
  const [left] = await database.selectFrom('trash').select('snapshot').execute()
  const after = { ...row, email_key: composed, holder_key: holder_key.replace(jalal, composed) }
  expect(JSON.parse(left?.snapshot ?? '').rows[0].row).toEqual(after)
})

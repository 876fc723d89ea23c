import { expect, onTestFinished, test } from 'vitest'
import { createMessage } from '#seed/factories/messages.ts'
import { startBeforeMigration } from '#testing/migrating.ts'

test('who has answered is found by their address, also in the trash', async () => {
  const before = await startBeforeMigration('085-answer-senders')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const created_at = '2026-04-10T08:00:00.000Z'
  const message_id = await createMessage({ database, now: () => new Date(created_at) })
  const facts = {
    message_id,
    quoted: '',
    attachments: '[]',
    is_automatic: 0,
    is_cut: 0,
    created_at,
  }
  const emails = ['', 'Keza@Example.rw', 'E\u0301lise@K\u00efvu.rw']
  const answers = emails.map((email) => ({ ...facts, received_key: email, email, text: 'Yes' }))
  await database
    .insertInto('contact_answers')
    .values(answers as never)
    .execute()
  const rows = answers.map((row) => ({ table: 'contact_answers', row }))
  const entry = { kind: 'message', title: '', search_text: '', dependents: 0, by_name: '' }
  const snapshots = [JSON.stringify({ rows, links: [] }), '{"contact_answers"', '"contact_answers"']
  for (const [index, snapshot] of snapshots.entries()) {
    const row_id = String(index)
    await database
      .insertInto('trash')
      .values({ ...entry, row_id, snapshot, by_user_id: 1, created_at })
      .execute()
  }
  await before.migrate()
  const keys = ['', 'keza@example.rw', '\u00e9lise@xn--kvu-zma.rw']
  const found = await database.selectFrom('contact_answers').select('email_key').execute()
  expect(found.map(({ email_key }) => email_key)).toEqual(keys)
  const [trashed, ...broken] = await database
    .selectFrom('trash')
    .select('snapshot')
    .orderBy('id')
    .execute()
  const { rows: inTrash } = JSON.parse(trashed?.snapshot ?? '')
  expect(inTrash.map(({ row }: { row: { email_key: string } }) => row.email_key)).toEqual(keys)
  expect(broken.map(({ snapshot }) => snapshot)).toEqual(snapshots.slice(1))
})

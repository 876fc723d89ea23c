import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { expect, onTestFinished } from 'vitest'
import { onSqlite } from '#testing/engines.ts'
import { loadSqlite, removeDraft } from './sqlite-dump.ts'

const rows = 1000

function write(path: string, word: string) {
  const sqlite = new BetterSqlite(path)
  sqlite.exec(`create table notes (body text);
    insert into notes with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      select '${word} ' || hex(zeroblob(200)) from n`)
  return sqlite
}

onSqlite(
  'a load after one that was killed while it changed rows has nothing of that one',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'huza-load-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [file, dump, killed] = ['site.sqlite', 'dump', 'killed'].map((name) => join(folder, name))
    if (!file || !dump || !killed) throw new Error('No paths')
    const before = write(killed, 'before')
    // More than fits into its cache: the journal has what the pages in the file were.
    before.exec(`pragma cache_size = 1; begin; update notes set body = body || '!'`)
    const journal = `${file}-restored-journal`
    await copyFile(`${killed}-journal`, journal)
    before.close()
    write(dump, 'since').close()

    await loadSqlite(createReadStream(dump), file, [`update notes set body = body || '!'`])
    const loaded = new BetterSqlite(file)
    expect(
      loaded.prepare(`select count(*) from notes where body like 'since%!'`).pluck().get(),
    ).toBe(rows)
    loaded.close()

    await copyFile(dump, journal)
    await removeDraft(file)
    expect(existsSync(journal)).toBe(false)
  },
)

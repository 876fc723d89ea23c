import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { removeUnclaimedFiles } from '../../src/platform/storage/files.ts'
import { openServices } from '../../src/server/services.ts'
import type { Site, Staff } from '../site.ts'
import type { Applicant } from './applicant.ts'

type Row = { id: number; email: string; status: string }

/**
 * Checks that every acknowledged application is stored once, with its file, and that the cohort's count is correct.
 * @param since those that were sent after the last check, which found all before them stored: only their rows are read
 * and their files compared, and the count tells whether an earlier one is missing
 * @returns how many are stored
 */
export async function checkStored(
  staff: Staff,
  applicants: readonly Applicant[],
  since: readonly Applicant[] = applicants,
) {
  const { rows, total } = await newestRows(staff, since === applicants ? Infinity : since.length)
  const byEmail = new Map(rows.map((row) => [row.email, row]))
  for (const { acknowledgedId, email } of since) {
    if (acknowledgedId === null) continue
    assert.equal(byEmail.get(email)?.id, acknowledgedId, `${email} is lost`)
  }
  const found = since.filter(({ email }) => byEmail.has(email))
  const earlier = applicants.length - since.length
  assert.equal(total, earlier + found.length, 'an earlier one is lost')
  // Every row, acknowledged or not, has the file that was sent.
  for (const { email, sha256 } of found) {
    const download = await staff.get(`/admin/applications/${byEmail.get(email)?.id}/resume/`)
    const actual = createHash('sha256')
      .update(Buffer.from(await download.arrayBuffer()))
      .digest('hex')
    assert.equal(actual, sha256, `the file of ${email} is another`)
  }
  return total
}

/** The newest applications, at least so many of them, or all. Nobody is stored twice, and the cohort counts each. */
async function newestRows(staff: Staff, wanted: number) {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const response = await staff.get(
      `/website/application/?page=${page}&page_size=100&ordering=-created_at`,
    )
    const { results, total_items, total_pages } = (await response.json()) as {
      results: Row[]
      total_items: number
      total_pages: number
    }
    rows.push(...results)
    if (page < total_pages && rows.length < wanted) continue
    if (page >= total_pages) assert.equal(rows.length, total_items)
    assert.equal(
      new Set(rows.map((row) => row.email)).size,
      rows.length,
      'somebody is stored twice',
    )
    const cohorts = (await (await staff.get('/website/cohorts/')).json()) as {
      results: { total_registered: number }[]
    }
    const isCounted = ({ status }: Row) => status !== 'REJECTED' && status !== 'WITHDRAWN'
    assert.ok(rows.every(isCounted), 'somebody is rejected')
    assert.equal(cohorts.results[0]?.total_registered, total_items, 'the counter counts wrong')
    return { rows, total: total_items }
  }
}

/** Runs the server's upkeep for files of any age, and checks that nothing is left over. */
export async function checkCleanedUp(site: Site, stored: number) {
  const config = readConfig({ ...site.environment, LOG_LEVEL: 'warn' })
  const { services, close } = await openServices(config)
  try {
    const removed = await removeUnclaimedFiles(services, 0)
    await services.storage.clearSpool(0)
    const rows = await services.database.selectFrom('files').select(['key', 'claimed_at']).execute()
    const folder = join(config.dataDir, 'files')
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const onDisk = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    assert.equal(rows.length, stored, 'rows of files and of applications differ')
    assert.ok(
      rows.every((row) => row.claimed_at !== null),
      'an unclaimed row is left',
    )
    assert.deepEqual(onDisk.sort(), rows.map(({ key }) => key).sort())
    assert.deepEqual(await readdir(services.storage.spoolDir), [])
    return removed
  } finally {
    await close()
  }
}

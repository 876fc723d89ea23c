import { parseArgs } from 'node:util'
import { openPlace } from '#platform/storage/backup-place.ts'
import { timeOfBackup } from './backup/backup-name.ts'
import { findBackupAt, momentOf } from './backup/find-backup.ts'
import type { finishRestore } from './backup/finish-restore.ts'
import { restoreBackup } from './backup/restore.ts'
import { restoreRest } from './backup/restore-rest.ts'
import { runCommand } from './command.ts'

const usage = `npm run restore -- --list                     shows the backups
npm run restore -- --to TIME [--overwrite]    restores the newest one at or before TIME
npm run restore -- --rest [--overwrite]       does the rest, where PostgreSQL's own tools have restored the database

TIME is 2026-11-23, 2026-11-23T06:00 or now. Stop the site first. With S3 for files, --remove-unnamed after --to TIME or
--rest has those removed that the database doesn't name: only where no other site uses the bucket.`

await runCommand(async (config) => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      list: { type: 'boolean', default: false },
      overwrite: { type: 'boolean', default: false },
      rest: { type: 'boolean', default: false },
      'remove-unnamed': { type: 'boolean', default: false },
    },
  })
  const isBucketOwn = values['remove-unnamed']
  if (values.list) {
    const place = await openPlace(config)
    await findBackupAt(place, new Date())
    const { complete } = await place.findBackups()
    return complete.map((name) => timeOfBackup(name).toISOString()).join('\n')
  }
  if (values.rest) {
    const { brought, lost, ...finished } = await restoreRest(config, {
      isBucketOwn,
      isOverwriting: values.overwrite,
    })
    const lacking =
      lost.length > 0
        ? `\nNo backup has these files, or the storage refuses them: ${lost.join(', ')}.`
        : ''
    return `Brought ${brought} files from the backups.${lacking}\n${summarize(finished)}`
  }
  if (!values.to) throw new Error(usage)
  const to = values.to === 'now' ? new Date() : momentOf(values.to)
  const { name, files, ...finished } = await restoreBackup(config, {
    to,
    isOverwriting: values.overwrite,
    isBucketOwn,
    signal: signalOfStop(),
  })
  return `Restored the database and ${files} files as they were on ${timeOfBackup(name).toISOString()}.\n${summarize(finished)}`
})

/** Each time: npm hands on the Ctrl+C that its command gets as well. */
function signalOfStop() {
  const stop = new AbortController()
  const reason = new Error('The restore was stopped before it had replaced the database')
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort(reason))
  return stop.signal
}

function summarize({
  repeated,
  unknown,
  unnamed,
  areUnnamedRemoved,
}: Awaited<ReturnType<typeof finishRestore>>) {
  return [
    'Everybody signs in again. Emails that were waiting are in the outbox, held: look before you send them.',
    'Who has unsubscribed since gets the newsletter again, and accounts that were disabled since are open again: unsubscribe and disable those that you know of.',
    repeated > 0 ? `Erased again, since they were erased after that: ${repeated}.` : '',
    unknown > 0
      ? `${unknown} were erased under another secret, so the backup may have brought them back: erase them again.`
      : '',
    unnamed > 0 ? ofUnnamed(unnamed, areUnnamedRemoved) : '',
  ]
    .filter(Boolean)
    .join('\n')
}

const ofUnnamed = (files: number, areRemoved: boolean) =>
  areRemoved
    ? `The site removes ${files} files that this database doesn't name, such as those stored since, an hour from now.`
    : `The storage has ${files} files that this database doesn't name. If no other site uses it, npm run restore -- --rest --remove-unnamed has the site remove them.`

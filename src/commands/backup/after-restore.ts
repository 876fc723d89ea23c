import type { Config } from '#config'
import { systemValueStatement } from '#database/system-values.ts'
import { lastDigestDay } from '#features/overview/server/digest.ts'
import { restoreTag } from '#platform/cache/tag-versions.ts'
import { erasuresToRepeat } from '#platform/retention/erasure-list.ts'

/**
 * Ends all sessions: users may have been signed out or disabled since, and a refresh token that was used since would
 * look stolen. Holds the outbox: its emails may have been sent since. Staff see them there, and can send them. No digest
 * of a week is written twice. No id is given again. Nothing is read from a standby that lacks this restore. Notes that
 * erasures have to be repeated, and of which backup it is.
 */
export const statementsAfterRestore = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { name, now }: { name: string; now: Date },
) => [
  `update sessions set ended_at = '${now.toISOString()}' where ended_at is null`,
  `update outbox set next_try_at = null, claim = null,
    last_error = 'Restored from a backup: it may have been sent since' where sent_at is null and withheld = ''`,
  // What is withheld keeps its reason.
  `update outbox set next_try_at = null, claim = null where sent_at is null and withheld <> ''`,
  // The digests of this week are written by now.
  `update users set digest_on = '${lastDigestDay(now)}' where digest_on < '${lastDigestDay(now)}'`,
  // Who got it since is not known: staff decide whether it goes on.
  `update newsletter_issues set status = 'PAUSED' where status = 'SENDING'`,
  ...(databaseUrl ? postgresIdsAfter : sqliteIdsAfter),
  'delete from leases',
  `insert into cache_versions (tag, version) values ('${restoreTag}', ${Math.floor(now.getTime() / 1000)})
    on conflict (tag) do update set version = excluded.version`,
  systemValueStatement(erasuresToRepeat, name),
]

/** More than are given between two backups. */
const idsLeftOut = 100_000

/** Links that were sent since the backup name ids, and are signed: they must not lead to what comes after it. */
const sqliteIdsAfter = [
  `insert into sqlite_sequence (name, seq) select name, 0 from sqlite_master
    where type = 'table' and sql like '%autoincrement%' and name not in (select name from sqlite_sequence)`,
  `update sqlite_sequence set seq = seq + ${idsLeftOut}`,
]
const postgresIdsAfter = [
  `do $$ declare one record; begin
    for one in select pg_get_serial_sequence(quote_ident(table_name), column_name) as name
      from information_schema.columns where table_schema = 'public' and is_identity = 'YES'
    loop
      execute format('select setval(%L, (select last_value from %s) + ${idsLeftOut})', one.name, one.name);
    end loop;
  end $$`,
]

import { randomUUID } from 'node:crypto'
import { resolveTxt } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Config } from '#config'
import { inTime } from '#platform/background/in-time.ts'
import { purge } from '#platform/cache/cdn-purge.ts'
import { messageOf } from '#platform/error-message.ts'
import { createProxyCheck } from '#platform/http/client-ip.ts'
import { freeMbOf, openStorage } from '#platform/storage/storage.ts'
import { withDatabase } from '../existing-database.ts'
import { checkBackup } from './check-backup.ts'
import { checkDatabase } from './check-database.ts'
import { checkKeys } from './check-keys.ts'
import { checkMail, checkMailbox } from './check-mail.ts'
import { checkReplica } from './check-replica.ts'
import { checkSecretFile, checkSettings } from './check-settings.ts'
import { isLocal } from './is-local.ts'

export type Diagnosis = { subject: string; isWrong: boolean; text: string }

/** Says what is fine, or throws an Error that says what is wrong and how to mend it. */
type Check = (config: Config, outside: Outside) => Promise<string> | string

/** What the machine says of the world. */
const machine = { now: () => new Date(), resolveTxt }
type Outside = typeof machine

const checkMsMax = 30_000

/** Looks at all that the site needs, one after the other, and changes nothing. */
export async function* examine(
  config: Config,
  outside: Partial<Outside> = {},
): AsyncGenerator<Diagnosis> {
  const checks: Record<string, Check> = {
    settings: checkSettings,
    secret: checkSecretFile,
    keys: checkKeys,
    database: checkDatabase,
    replica: checkReplica,
    storage: checkStorage,
    mail: checkMail,
    mailbox: checkMailbox,
    backup: checkBackup,
    clock: checkClock,
    proxy: checkProxy,
    cdn: checkCdn,
    traces: checkTraces,
  }
  for (const [subject, check] of Object.entries(checks)) {
    const checking = (async () => check(config, { ...machine, ...outside }))()
    try {
      const late = new Error('does not answer within 30 seconds')
      const text = await inTime(checking, checkMsMax, late)
      yield { subject, isWrong: false, text }
    } catch (error) {
      yield { subject, isWrong: true, text: (error as Error).message.replace(/\s+/g, ' ') }
    }
  }
}

/** Servers may repeat in an error what they were sent. */
export function redact(
  { databaseUrl, databaseReplicaUrl, storageUrl, smtpUrl, imapUrl, backup, ...config }: Config,
  text: string,
) {
  const urls = [databaseUrl, databaseReplicaUrl, storageUrl, smtpUrl, imapUrl, backup.url]
  const passwords = urls.flatMap((url) => {
    const { password = '' } = url ? new URL(url) : {}
    return [password, decodeURIComponent(password)]
  })
  return [
    ...passwords,
    config.secretKey,
    ...config.dataKeys,
    config.credentialKey,
    config.admin.password,
    backup.key,
    config.metricsToken,
    ...Object.values(config.cdnPurge.header),
    ...Object.values(config.traces ? config.traces.headers : {}),
    config.mailWebhookSecret,
  ]
    .filter((secret) => secret && secret.length > 3)
    .reduce((shown: string, secret) => shown.replaceAll(String(secret), '***'), text)
}

async function checkStorage(config: Config) {
  const place = config.storageUrl ? new URL(config.storageUrl).host : join(config.dataDir, 'files')
  // Opening the storage would make the folder.
  if (!existsSync(config.dataDir)) throw new Error(`There is no folder ${config.dataDir}`)
  const storage = await openStorage(config)
  const key = `doctor/${randomUUID()}`
  const path = join(storage.spoolDir, randomUUID())
  const content = Buffer.from(key)
  await writeFile(path, content)
  try {
    await storage.store({ path }, key, 'text/plain')
    if (!content.equals(await buffer(await storage.read(key)))) {
      throw new Error('what was stored is read otherwise')
    }
    await storage.delete(key)
    if (await storage.exists(key)) throw new Error('what was deleted is still there')
  } catch (error) {
    const setting = config.storageUrl ? 'STORAGE_URL' : 'DATA_DIR'
    throw new Error(`${place}: ${messageOf(error)}. Is ${setting} right, and are its rights?`)
  }
  const freeMb = await freeMbOf(config.dataDir)
  if (freeMb < config.diskFreeMbMin) {
    throw new Error(
      `${config.dataDir} has ${freeMb} MB left, so uploads are refused (DISK_FREE_MB_MIN is ${config.diskFreeMbMin}): make room`,
    )
  }
  return `${place} is written, read and deleted; ${freeMb} MB are free`
}

/** Processes agree on leases by their clocks. */
const clockMsMax = 10_000

async function checkClock(config: Config, { now }: Outside) {
  if (!config.databaseUrl) return 'SQLite goes by the clock of this machine'
  const aheadMs = await withDatabase(config, async (database) => {
    const { rows } = await sql<{ time: string }>`select clock_timestamp() as time`.execute(database)
    return now().getTime() - Date.parse(String(rows[0]?.time))
  })
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (Math.abs(aheadMs) > clockMsMax) {
    throw new Error(
      `This machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database: set both by NTP, such as by systemd-timesyncd`,
    )
  }
  return 'the same as the database has'
}

function checkProxy({ siteUrl, trustedProxies, host }: Config) {
  if (!siteUrl) {
    throw new Error('SITE_URL is not set: links in emails, feeds and shared pages need it')
  }
  const { protocol, hostname } = new URL(siteUrl)
  if (protocol === 'http:' && !isLocal(hostname)) {
    throw new Error('SITE_URL is http, so passwords can be read on the way: use https')
  }
  const isTrusted = createProxyCheck(trustedProxies)
  if (isTrusted('8.8.8.8') || isTrusted('2001:4860:4860::8888')) {
    throw new Error(
      'TRUST_PROXY takes anybody for a proxy, who can then make addresses up: name yours alone',
    )
  }
  if (protocol === 'https:' && trustedProxies.length === 0) {
    throw new Error(
      'SITE_URL is https, so a proxy is in front, but TRUST_PROXY names none: all visitors would share its limits. Set it to the address of the proxy, such as 127.0.0.1',
    )
  }
  const isBesideProxy = trustedProxies.length > 0 && trustedProxies.every(isLocal)
  if (isBesideProxy && !isLocal(host)) {
    throw new Error(
      `The proxy is on this machine, but HOST=${host} lets others pass it by: set HOST=127.0.0.1`,
    )
  }
  return `${siteUrl}${trustedProxies.length > 0 ? `, behind ${trustedProxies.join(', ')}` : ''}`
}

async function checkCdn(config: Config) {
  if (config.cdnSeconds === 0) return 'none: CDN_SECONDS is 0, so one would ask each time'
  if (!config.cdnPurge.url)
    return `keeps pages for ${config.cdnSeconds} s, and is not told of changes: CDN_PURGE_URL is not set`
  await purge(config, ['none']).catch((error: Error) => {
    throw new Error(`${error.message}: look at CDN_PURGE_URL and CDN_PURGE_HEADER`)
  })
  return `keeps pages for ${config.cdnSeconds} s, and takes what is to be purged`
}

async function checkTraces({ traces }: Config) {
  if (!traces) return 'none: OTEL_EXPORTER_OTLP_ENDPOINT is not set'
  const { status, ok } = await fetch(traces.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...traces.headers },
    body: JSON.stringify({ resourceSpans: [] }),
  })
  if (!ok) {
    throw new Error(
      `${traces.url} answers ${status}: look at OTEL_EXPORTER_OTLP_ENDPOINT and _HEADERS`,
    )
  }
  return `sent to ${traces.url}, of ${traces.ratio * 100} % of the requests`
}

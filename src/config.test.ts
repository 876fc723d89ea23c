import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { environmentSchema, readConfig } from './config.ts'

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
const exampleEntries = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
)

test('.env.example lists exactly the variables that the configuration reads', () => {
  expect(exampleEntries.map(([name]) => name).sort()).toEqual(
    Object.keys(environmentSchema.shape).sort(),
  )
})

test('.env.example as it stands is the same as no configuration at all', () => {
  expect(readConfig(Object.fromEntries(exampleEntries))).toEqual(readConfig({}))
})

test.each([
  ['PORT', '70000'],
  ['PORT', 'web'],
  ['DATABASE_URL', 'mysql://localhost/huza'],
  ['DATABASE_REPLICA_URL', 'postgres://standby/huza'],
  ['DATABASE_URL', 'postgres://huza:100%sure@127.0.0.1/huza'],
  ['DATABASE_POOL_SIZE', '1'],
  ['STORAGE_URL', 'https://bucket.example'],
  ['SMTP_URL', 'smtp://huza%:40password@mail.example'],
  ['IMAP_URL', 'imaps://huza:100%@imap.example/INBOX'],
  ['SITE_URL', 'huza.example'],
  ['API_ROOT', '/api/v2'],
  ['API_ROOT', 'api.huza.example'],
  ['SECRET_KEY', 'short'],
  ['ADMIN_EMAIL', 'admin'],
  ['ADMIN_PASSWORD', 'short'],
  // Nobody could sign in with it.
  ['ADMIN_PASSWORD', 'long'.repeat(51)],
  ['REQUIRE_TOTP', 'ADMIN,BOSS'],
  ['SEED', 'lots'],
  ['COMMENT_MODERATION', 'never'],
  ['ANALYTICS_ID', 'UA-1"><script>'],
  ['CLAMD_URL', 'http://localhost:3310'],
  ['DKIM_KEY_FILE', '/missing.pem'],
  ['DKIM_KEY_FILE', import.meta.filename],
  ['DKIM_SELECTOR', 'a.b; c'],
  ['DISK_FREE_MB_MIN', 'some'],
  ['TRUST_PROXY', 'proxy.example'],
  ['BACKUP_URL', '/var/backups'],
  ['BACKUP_KEY', 'short'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'name'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-api-key=100%'],
  ['METRICS_TOKEN', 'a token of several words is not enough'],
  ['WORKERS', '0'],
  ['LOG_LEVEL', 'loud'],
])('%s of "%s" stops the start with one line that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`))
})

test('a % of a password is asked for as %25, and taken so', () => {
  const SMTP_URL = 'smtp://huza:100%25@mail.example'
  expect(readConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL)
  expect(() => readConfig({ SMTP_URL: SMTP_URL.replace('%25', '%') })).toThrow('%25')
})

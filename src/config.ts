import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { passwordLengthMax, passwordLengthMin } from '#features/accounts/validation.ts'
import { createClientIpReader } from '#platform/http/client-ip.ts'
import { readDkimKey } from '#platform/mail/dkim.ts'
import { roles } from '#shared/roles.ts'

const listOf = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
/** A list of these values, separated by commas. */
const listFrom = <const Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .default('')
    .transform(listOf)
    .pipe(z.array(z.enum(values, { error: `must be some of ${values.join(', ')}` })))
const flag = (...values: [string, ...string[]]) => z.enum(values)
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const url = (...protocols: string[]) =>
  z.string().superRefine((value, context) => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ')
      context.addIssue(`must be an address that starts with ${beginnings}`)
    } else if (!canSignIn(new URL(value))) {
      context.addIssue('has a % in its name or password that must be written %25')
    }
  })

/** Whether name and password can be decoded. Some of the programs that take an address do without that, others fail. */
function canSignIn({ username, password }: URL) {
  try {
    for (const part of [username, password]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** A header as `fetch` takes it. */
function headerOf(text = ''): Record<string, string> {
  const [name, value] = text.split(/: (.*)/)
  return name && value ? { [name]: value } : {}
}

/** Headers as OpenTelemetry's settings write them, their values encoded as in a URL. @throws URIError */
const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    listOf(text).map((entry) => {
      const [name = '', value = ''] = entry.split(/=(.*)/s)
      return [name, decodeURIComponent(value)]
    }),
  )

/** The environment variables; `.env.example` explains each. */
export const environmentSchema = z.object({
  NODE_ENV: flag('production', 'development', 'test').default('production'),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_REPLICA_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 1000).default(10),
  STORAGE_URL: url('s3:').optional(),
  BACKUP_URL: url('file:', 's3:').optional(),
  BACKUP_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  DKIM_KEY_FILE: z
    .string()
    .transform((path, context) => {
      try {
        return readDkimKey(path)
      } catch (error) {
        context.addIssue((error as Error).message)
        return z.NEVER
      }
    })
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(
      /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i,
      'must be a name of letters and digits such as huza1',
    )
    .default('huza'),
  BOUNCE_ADDRESS: z.email('must be an email address').optional(),
  MAIL_WEBHOOK_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  IMAP_URL: url('imap:', 'imaps:').optional(),
  CLAMD_URL: url('tcp:', 'unix:').optional(),
  SITE_URL: url('http:', 'https:').optional(),
  API_ROOT: z
    .string()
    .regex(/^(\/api|https?:\/\/[^\s"<>]+)\/?$/, 'must be /api or the address of another server')
    .default('/api'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_FINGERPRINT: z.string().optional(),
  DATA_KEY: z
    .string()
    .default('')
    .transform(listOf)
    .pipe(z.array(z.string().min(32, 'must have keys of at least 32 characters'))),
  CREDENTIAL_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(passwordLengthMin, `must have at least ${passwordLengthMin} characters`)
    .max(passwordLengthMax, `must have at most ${passwordLengthMax} characters`)
    .optional(),
  REQUIRE_TOTP: listFrom(roles),
  SEED: flag('demo', 'none').default('demo'),
  COMMENT_MODERATION: flag('after', 'before').default('after'),
  FORM_SECONDS_MIN: wholeNumber(0, 60).default(3),
  AVATAR_URL: url('https:')
    .refine((value) => value.includes('{name}'), 'must have {name} in it')
    .optional(),
  ANALYTICS_ID: z
    .string()
    .regex(/^G-[A-Z\d]{4,20}$/, 'must be a measurement id such as G-AB12CD34EF')
    .optional(),
  DISK_FREE_MB_MIN: wholeNumber(0, 1_000_000_000).default(256),
  TRUST_PROXY: z
    .string()
    .default('')
    .superRefine((value, context) => {
      try {
        createClientIpReader(listOf(value))
      } catch (error) {
        context.addIssue((error as Error).message)
      }
    }),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{32,}$/, 'must have at least 32 characters and no spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^\s=,]+=[^,]+(,[^\s=,]+=[^,]+)*$/, 'must be like name=value,name=value')
    .transform((text, context) => {
      try {
        return headersOf(text)
      } catch {
        context.addIssue('must have its values encoded as in a URL, such as % as %25')
        return z.NEVER
      }
    })
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('huza'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  CDN_SECONDS: wholeNumber(0, 3600).default(0),
  CDN_PURGE_URL: url('https:', 'http:').optional(),
  CDN_PURGE_HEADER: z
    .string()
    .regex(/^[\w-]+: \S[\x20-\x7e]*$/, 'must be a header such as Authorization: Bearer …')
    .optional(),
  WORKERS: wholeNumber(1, 64).default(1),
  LOG_LEVEL: flag('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
})

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the environment once. Empty values count as unset.
 * @throws an Error of one line that names the variable and what is wrong with it
 */
export function readConfig(environment: Record<string, string | undefined> = readEnvironment()) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${String(issue?.path[0])} ${issue?.message}`)
  }
  const values = parsed.data
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL)
    throw new Error('DATABASE_REPLICA_URL needs DATABASE_URL: it names a standby of that server')
  return {
    mode: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    storageUrl: values.STORAGE_URL,
    backup: { url: values.BACKUP_URL, key: values.BACKUP_KEY },
    smtpUrl: values.SMTP_URL,
    dkim: values.DKIM_KEY_FILE && {
      name: values.DKIM_SELECTOR,
      privateKey: values.DKIM_KEY_FILE,
    },
    bounceAddress: values.BOUNCE_ADDRESS,
    mailWebhookSecret: values.MAIL_WEBHOOK_SECRET,
    imapUrl: values.IMAP_URL,
    clamdUrl: values.CLAMD_URL,
    siteUrl: values.SITE_URL?.replace(/\/+$/, ''),
    apiRoot: values.API_ROOT.replace(/\/+$/, ''),
    secretKey: values.SECRET_KEY,
    secretFingerprint: values.SECRET_FINGERPRINT,
    dataKeys: values.DATA_KEY,
    credentialKey: values.CREDENTIAL_KEY,
    admin: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    requireTotp: values.REQUIRE_TOTP,
    seed: values.SEED,
    commentModeration: values.COMMENT_MODERATION,
    formSecondsMin: values.FORM_SECONDS_MIN,
    avatarUrl: values.AVATAR_URL,
    analyticsId: values.ANALYTICS_ID,
    diskFreeMbMin: values.DISK_FREE_MB_MIN,
    trustedProxies: listOf(values.TRUST_PROXY),
    metricsToken: values.METRICS_TOKEN,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT && {
      url: `${values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
      headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
      service: values.OTEL_SERVICE_NAME,
      ratio: values.OTEL_TRACES_SAMPLER_ARG,
    },
    cdnSeconds: values.CDN_SECONDS,
    cdnPurge: { url: values.CDN_PURGE_URL, header: headerOf(values.CDN_PURGE_HEADER) },
    // More would only take memory from each other.
    workers: Math.min(values.WORKERS, availableParallelism() * 4),
    logLevel: values.LOG_LEVEL,
  }
}

function readEnvironment() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

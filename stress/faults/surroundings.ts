import { startMailServer } from '../../src/testing/mail-server.ts'
import { startS3 } from '../../src/testing/s3.ts'
import { startTcpProxy } from '../../src/testing/tcp-proxy.ts'
import { findPostgres } from './postgres.ts'

export type Fault = {
  name: string
  begin(siteUrl: string): unknown
  end(): unknown
  /** What can't be done meanwhile; all else must work. */
  refused: readonly ('message' | 'form' | 'application')[]
  /** The status of what is refused. */
  status?: number
  /** How much lies about because of it: something meanwhile, and nothing soon after its end. */
  leftovers?(): number
}

const everything = ['message', 'form', 'application'] as const

/**
 * Starts what a site depends on, each behind a proxy that can break.
 * @param serverUrl a PostgreSQL server on this machine, which is paused and killed
 * @param databaseUrl a database of it
 */
export async function startSurroundings(serverUrl: string, databaseUrl: string) {
  const postgres = await findPostgres(serverUrl)
  const mail = await startMailServer()
  const s3 = await startS3()
  const database = await startTcpProxy(serverUrl)
  const storage = await startTcpProxy(s3.url)
  const smtp = await startTcpProxy(mail.url)
  const broken = (
    name: string,
    proxy: Awaited<ReturnType<typeof startTcpProxy>>,
    refused: Fault['refused'],
  ): Fault[] =>
    (['cut', 'silent'] as const).map((mode) => ({
      name: `${name} ${mode}`,
      begin: () => proxy.set(mode),
      end: () => proxy.set('pass'),
      refused,
    }))
  const faults: Fault[] = [
    {
      name: 'database paused',
      begin: postgres.pause,
      end: postgres.resume,
      refused: everything,
    },
    { name: 'database killed', begin: postgres.kill, end: postgres.start, refused: everything },
    ...broken('database', database, everything),
    ...broken('storage', storage, ['application']),
    ...broken('mail', smtp, []),
  ]
  return {
    faults,
    mail,
    silence() {
      for (const proxy of [database, storage, smtp]) proxy.set('silent')
    },
    environment: {
      DATABASE_URL: database.through(databaseUrl),
      STORAGE_URL: storage.through(s3.url),
      SMTP_URL: smtp.through(mail.url),
    },
    async stop() {
      for (const proxy of [database, storage, smtp, s3]) await proxy[Symbol.asyncDispose]()
      await mail.stop()
      await postgres.stop()
    },
  }
}

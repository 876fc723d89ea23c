import { ORPCError } from '@orpc/server'
import { type Config, readConfig } from '#config'
import { messageOf } from '#platform/error-message.ts'
import type { Services } from '#platform/http/context.ts'
import { errorBody } from '#platform/http/errors.ts'
import { openServices } from '#server/services.ts'
import { requireDatabase } from './existing-database.ts'

/** Runs a command of the terminal: prints what it says in the end, or else what is wrong, with exit code 1. */
export async function runCommand(work: (config: Config) => Promise<string>) {
  try {
    console.log(await work(readConfig()))
  } catch (error) {
    console.error(failureOf(error))
    process.exitCode = 1
  }
}

/** The message of an error, or those of the refused fields. */
const failureOf = (error: unknown) =>
  error instanceof ORPCError ? Object.values(errorBody(error)).flat().join(' ') : messageOf(error)

/**
 * Does the work on the services, beside a site that may serve meanwhile: it hears of the tags that were invalidated.
 * @param isRestoring as `openServices` takes it
 * @throws where there is no database yet, without making one up as the start does
 */
export async function withServices<Outcome>(
  config: Config,
  work: (services: Services) => Promise<Outcome>,
  { isRestoring = false } = {},
) {
  requireDatabase(config)
  const { services, close } = await openServices(config, undefined, { isRestoring })
  try {
    const outcome = await work(services)
    await services.tagVersions.startSync(services.database, services.log)()
    return outcome
  } finally {
    await close()
  }
}

import { createRouterClient } from '@orpc/server'
import { accountsHandlers, usersHandlers } from '#features/accounts/server/handlers.ts'
import { applicationsHandlers } from '#features/applications/server/handlers.ts'
import { cohortsHandlers } from '#features/cohorts/server/handlers.ts'
import { techStacksHandlers } from '#features/tech-stacks/server/handlers.ts'
import type { CallContext } from '#platform/context.ts'

/** Every feature's handlers, under the contract. */
export const router = {
  accounts: accountsHandlers,
  users: usersHandlers,
  cohorts: cohortsHandlers,
  techStacks: techStacksHandlers,
  applications: applicationsHandlers,
}

/** The client that pages use on the server: the same calls, answered in process. */
export const createInProcessClient = (context: CallContext) =>
  createRouterClient(router, { context })

import { implementCalls } from '#platform/calls.ts'
import { requireViewer } from '#platform/calls.ts'
import { accountsContract } from '../contract.ts'

const calls = implementCalls(accountsContract)

export const accountsHandlers = calls.router({
  me: calls.me.handler(({ context }) => requireViewer(context)),
})
export const usersHandlers = {}

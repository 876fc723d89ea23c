import { implementCalls, requireViewer } from '#platform/calls.ts'
import { badRequest, notFound } from '#platform/errors.ts'
import { newsletterContract } from '../contract.ts'
import { subscribeMessages } from '../rules.ts'
import { deleteSubscriber, findSubscribers, subscribe, unsubscribe } from './queries.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

const calls = implementCalls(newsletterContract)

export const newsletterHandlers = calls.router({
  subscribe: calls.subscribe.handler(async ({ input, context }) => {
    await subscribe(context.database, input.email, context.now().toISOString())
    return { detail: subscribeMessages.success }
  }),

  unsubscribe: calls.unsubscribe.handler(async ({ input, context }) => {
    const id = readUnsubscribeToken(context, input.token)
    if (id === null) throw badRequest(subscribeMessages.token)
    await unsubscribe(context.database, id, context.now().toISOString())
    return { detail: 'You are unsubscribed. We will not write to you any more.' }
  }),

  list: calls.list.handler(({ input, context }) => findSubscribers(context.database, input, input)),

  delete: calls.delete.handler(async ({ input, context }) => {
    if (!(await deleteSubscriber(context.database, input.id))) throw notFound('This subscriber')
    context.log.info(
      { audit: 'delete', userId: requireViewer(context).id, id: input.id },
      'subscriber deleted',
    )
  }),
})

import type { CallContext } from '#platform/context.ts'

/** Who makes the call, by its bearer token. */
export async function authenticate(
  context: CallContext,
): Promise<Pick<CallContext, 'viewer' | 'hasInvalidToken'>> {
  return { viewer: null, hasInvalidToken: context.headers.has('authorization') }
}

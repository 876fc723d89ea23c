import { conflict, invalidFields, notFound, unauthorized } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { accountsContract, usersContract } from '../contract.ts'
import { resetRequested } from '../validation.ts'
import { startConfirmation } from './attempts.ts'
import { deleteUser, type WorkOfUsers } from './delete-user.ts'
import { requestPasswordReset, resetPassword } from './forgotten-password.ts'
import { acceptInvitation, inviteAgain } from './invitations.ts'
import { addUser, changeUser, signOutUser } from './manage-users.ts'
import { refuseWeakPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { findUser, findUsers, toUser, updateUser } from './queries.ts'
import {
  confirmSecondFactor,
  countRecoveryCodes,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor.ts'
import { endSessionOfRefreshToken, endSessions, findSessions, renewSession } from './sessions.ts'
import { confirmIdentity, confirmPassword, signIn } from './sign-in.ts'

const procedures = implementContract(accountsContract)

export const accountsHandlers = procedures.router({
  login: procedures.login.handler(({ input, context }) => signIn(context, input)),

  refresh: procedures.refresh.handler(async ({ input, context }) => {
    const tokens = await renewSession(context, input.refresh)
    if (!tokens) throw unauthorized('Invalid token')
    return tokens
  }),

  logout: procedures.logout.handler(async ({ input, context }) => {
    const at = context.now().toISOString()
    if (context.viewer) await endSessions(context.database, { id: context.viewer.sessionId }, at)
    if (input?.refresh) await endSessionOfRefreshToken(context.database, input.refresh, at)
  }),

  me: procedures.me.handler(({ context }) => ({
    ...toUser(requireViewer(context)),
    second_factor_due: context.pendingViewer !== undefined,
  })),

  updateMe: procedures.updateMe.handler(async ({ input, context }) => {
    const viewer = requireViewer(context)
    if (input.name === undefined) return { ...toUser(viewer), second_factor_due: false }
    const user = await editRow(context, 'This user', {
      table: 'users',
      id: viewer.id,
      changes: input,
      find: (transaction) => findUser(transaction, viewer.id),
      async write(transaction, after, version) {
        await updateUser(transaction, after, {}, version)
        const line = { action: 'changed', target: 'user', id: viewer.id } as const
        await writeAudit(transaction, context, { ...line, details: { fields: ['name'] } })
      },
    })
    return { ...toUser(user), second_factor_due: false }
  }),

  changePassword: procedures.changePassword.handler(async ({ input, context }) => {
    const viewer = requireViewer(context)
    await refuseWeakPassword('new_password', input.new_password, viewer.email)
    const before = await confirmPassword(
      context,
      viewer,
      input.current_password,
      'current_password',
    )
    const password_hash = await hashPassword(input.new_password, context.responseHeaders)
    const at = context.now().toISOString()
    await editRow(context, 'This user', {
      table: 'users',
      id: viewer.id,
      changes: { password: true },
      find: (transaction) => findUser(transaction, viewer.id),
      async write(transaction, _, version) {
        const { numUpdatedRows } = await transaction
          .updateTable('users')
          .set({ password_hash, updated_at: version })
          .where('id', '=', viewer.id)
          .where('password_hash', '=', before)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw conflict('The password was changed elsewhere just now.')
        const line = { action: 'changed', target: 'user', id: viewer.id } as const
        await writeAudit(transaction, context, { ...line, details: { fields: ['password'] } })
        await endSessions(transaction, { userId: viewer.id, exceptId: viewer.sessionId }, at)
      },
    })
  }),

  secondFactor: procedures.secondFactor.handler(async ({ context }) => {
    const { id } = requireViewer(context)
    const user = await findUser(context.database, id)
    const recovery_codes_left = await countRecoveryCodes(context.database, id)
    return { enabled: user?.second_factor ?? false, recovery_codes_left }
  }),

  startSecondFactor: procedures.startSecondFactor.handler(async ({ input, context }) => {
    const viewer = requireViewer(context)
    await confirmPassword(context, viewer, input.password, 'password')
    const started = await startSecondFactor(context, viewer)
    if (!started) throw conflict('The second factor is on already. Turn it off first.')
    return started
  }),

  confirmSecondFactor: procedures.confirmSecondFactor.handler(async ({ input, context }) => {
    const viewer = requireViewer(context)
    const attempt = await startConfirmation(context, viewer)
    const confirmed = await confirmSecondFactor(context, viewer.id, input.code)
    if (confirmed === 'wrong code') throw invalidFields({ code: ['This code is not right'] })
    await attempt.refund()
    if (confirmed === 'on already') {
      throw conflict(
        "The second factor is on already. Close this and choose 'New recovery codes', if you have not seen yours.",
      )
    }
    if (confirmed === 'not started') {
      throw conflict('There is no second factor to confirm. Start setting it up again.')
    }
    return { recovery_codes: confirmed }
  }),

  renewRecoveryCodes: procedures.renewRecoveryCodes.handler(async ({ input, context }) => {
    const viewer = requireViewer(context)
    await confirmIdentity(context, viewer, input, 'password')
    const recovery_codes = await renewRecoveryCodes(context, viewer.id)
    if (!recovery_codes) throw conflict('The second factor is off, so there are no recovery codes.')
    return { recovery_codes }
  }),

  disableSecondFactor: procedures.disableSecondFactor.handler(async ({ input, context }) => {
    const viewer = requireViewer(context)
    await confirmIdentity(context, viewer, input, 'password')
    await context.database.transaction().execute(async (transaction) => {
      await removeSecondFactor(transaction, viewer.id)
      const line = { action: 'changed', target: 'user', id: viewer.id } as const
      await writeAudit(transaction, context, { ...line, details: { fields: ['second_factor'] } })
    })
  }),

  requestPasswordReset: procedures.requestPasswordReset.handler(async ({ input, context }) => {
    await requestPasswordReset(context, input.email)
    return { detail: resetRequested(context.config.smtpUrl !== undefined) }
  }),

  resetPassword: procedures.resetPassword.handler(({ input, context }) =>
    resetPassword(context, input),
  ),

  acceptInvitation: procedures.acceptInvitation.handler(({ input, context }) =>
    acceptInvitation(context, input),
  ),

  sessions: procedures.sessions.handler(async ({ context }) => {
    const { id, sessionId } = requireViewer(context)
    const sessions = await findSessions(context.database, id, context.now().toISOString())
    return {
      results: sessions.map((session) => ({ ...session, current: session.id === sessionId })),
    }
  }),

  endSession: procedures.endSession.handler(async ({ input, context }) => {
    const filter = { id: input.id, userId: requireViewer(context).id }
    const ended = await endSessions(context.database, filter, context.now().toISOString())
    if (ended === 0) throw notFound('This session')
  }),

  endOtherSessions: procedures.endOtherSessions.handler(async ({ context }) => {
    const { id, sessionId } = requireViewer(context)
    const others = { userId: id, exceptId: sessionId }
    await endSessions(context.database, others, context.now().toISOString())
  }),
})

const userCalls = implementContract(usersContract)

/** @param work what users take care of; features know nothing of each other */
export const usersHandlers = (work: WorkOfUsers) =>
  userCalls.router({
    list: userCalls.list.handler(({ input, context }) => findUsers(context.database, input, input)),
    create: userCalls.create.handler(({ input, context }) =>
      addUser(context, requireViewer(context), input),
    ),
    update: userCalls.update.handler(({ input, context }) => {
      const { id, ...changes } = input
      return changeUser(context, requireViewer(context), id, changes)
    }),
    invite: userCalls.invite.handler(({ input, context }) => inviteAgain(context, input.id)),
    signOut: userCalls.signOut.handler(({ input, context }) =>
      signOutUser(context, requireViewer(context), input.id),
    ),
    delete: userCalls.delete.handler(({ input, context }) =>
      deleteUser(context, requireViewer(context), input.id, work),
    ),
  })

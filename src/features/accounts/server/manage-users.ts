import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Viewer } from '#platform/http/context.ts'
import {
  conflict,
  forbidden,
  invalidFields,
  notFound,
  withTakenFields,
} from '#platform/http/errors.ts'
import { editRowWithin } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import type { Role } from '#shared/roles.ts'
import type { Account, UserRow } from '../contract.ts'
import { sendInvitation, unguessable } from './invitations.ts'
import { refuseWeakPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { findCredentials, findUser, insertUser, lockAdministrators, updateUser } from './queries.ts'
import { removeSecondFactor } from './second-factor.ts'
import { endSessions } from './sessions.ts'
import { confirmIdentity } from './sign-in.ts'

type Changes = {
  name?: string
  role?: Role
  email?: string
  password?: string
  disabled?: boolean
  reset_second_factor?: true
  expected_updated_at?: string
} & Proof

/** The administrator's own password and code. */
type Proof = { current_password?: string; code?: string }

/**
 * Creates a user. Without a password, they are invited to set one.
 * @throws 400 for the fields, and for the proof; 403
 */
export async function addUser(
  context: RequestContext,
  viewer: Viewer,
  user: { email: string; name: string; role: Role; password?: string } & Proof,
) {
  const { password = unguessable(), current_password, code, ...fields } = user
  if (user.password) await refuseWeakPassword('password', user.password, user.email)
  await refuseTakenEmail(context, user.email)
  await prove(context, viewer, { current_password, code })
  const password_hash = await hashPassword(password, context.responseHeaders)
  const at = context.now().toISOString()
  const id = await refusingTakenEmail(() =>
    context.database.transaction().execute(async (transaction) => {
      await requireAdministrator(transaction, viewer)
      const isInvited = user.password === undefined
      const row = { ...fields, password_hash, invited_at: isInvited ? at : null }
      const created = await insertUser(transaction, row, at)
      if (isInvited) await sendInvitation(transaction, context, { ...row, id: created })
      const line = { action: 'created', target: 'user', id: created } as const
      await writeAudit(transaction, context, { ...line, details: { role: user.role } })
      return created
    }),
  )
  return getUser(context, id)
}

/**
 * Changes another user, or of one's own account what asks for no more than the proof.
 * @throws 400 (also for the proof, where it is needed), 403, 404 and 409
 */
export async function changeUser(
  context: RequestContext,
  viewer: Viewer,
  id: number,
  changes: Changes,
) {
  const isOwn = id === viewer.id
  if (isOwn) refuseOwn(changes)
  const { expected_updated_at: expected, current_password, code, ...edited } = changes
  const { password, reset_second_factor } = edited
  const seen = await getUser(context, id)
  const isProofAsked = needsProof(seen, changes)
  if (password !== undefined) {
    await refuseWeakPassword('password', password, edited.email ?? seen.email)
  }
  if (edited.email !== undefined && edited.email !== seen.email) {
    await refuseTakenEmail(context, edited.email)
  }
  if (isProofAsked) await prove(context, viewer, { current_password, code })
  const password_hash =
    password === undefined ? undefined : await hashPassword(password, context.responseHeaders)
  const at = context.now().toISOString()
  const user = await refusingTakenEmail(() =>
    context.database.transaction().execute(async (transaction) => {
      await requireAdministrator(transaction, viewer, id)
      return editRowWithin(transaction, context, {
        table: 'users',
        id,
        expected,
        changes: edited,
        find: () => findUser(transaction, id),
        async write(_, after, version, before) {
          if (!isProofAsked && needsProof(before, changes)) {
            throw conflict('Somebody changed this user meanwhile. Please try again.')
          }
          const isSwitched = after.disabled !== before.disabled
          await updateUser(
            transaction,
            after,
            {
              ...(password_hash === undefined ? {} : { password_hash, invited_at: null }),
              ...(isSwitched ? { disabled_at: after.disabled ? at : null } : {}),
            },
            version,
          )
          await writeAudit(transaction, context, {
            action: !isSwitched ? 'changed' : after.disabled ? 'disabled' : 'enabled',
            target: 'user',
            id,
            details: whatChanged(before, after, changes),
          })
          if (reset_second_factor) await removeSecondFactor(transaction, id)
          const isElsewhere = after.email !== before.email
          if (password_hash !== undefined || reset_second_factor || after.disabled || isElsewhere) {
            const { sessionId } = viewer
            await endSessions(
              transaction,
              { userId: id, ...(isOwn && { exceptId: sessionId }) },
              at,
            )
          }
        },
      })
    }),
  )
  if (!user) throw notFound('This user')
  return user
}

/** For the audit log: the names of the fields, and the role, which is no secret of the user's. */
function whatChanged(before: Account, after: Account, changes: Changes) {
  const fields: string[] = (['name', 'email', 'role'] as const).filter(
    (field) => after[field] !== before[field],
  )
  if (changes.password !== undefined) fields.push('password')
  if (changes.reset_second_factor) fields.push('second_factor')
  return { fields, ...(after.role !== before.role && { role: after.role }) }
}

/**
 * Ends all sessions of another user, wherever they are. @returns how many @throws 403, 404, and 409 for one's own
 * account
 */
export async function signOutUser(context: RequestContext, viewer: Viewer, id: number) {
  if (id === viewer.id)
    throw conflict('Your own sessions are in your profile, where you can end them.')
  return context.database.transaction().execute(async (transaction) => {
    await requireAdministrator(transaction, viewer, id)
    if (!(await lockRow(transaction, 'users', id))) throw notFound('This user')
    const ended = await endSessions(transaction, { userId: id }, context.now().toISOString())
    const line = { action: 'signed out', target: 'user', id } as const
    await writeAudit(transaction, context, { ...line, details: { sessions: ended } })
    return { ended }
  })
}

/**
 * Checks within the transaction that the viewer is still an administrator. Since administrators can't demote, disable
 * or delete themselves, at least one always remains.
 * @param other the user whom they change, locked with the administrators
 */
export async function requireAdministrator(
  transaction: Transaction<Tables>,
  viewer: Viewer,
  other?: number,
) {
  const administrators = await lockAdministrators(transaction, other)
  if (!administrators.includes(viewer.id)) throw forbidden()
}

/**
 * Whether the change lets in whomever the viewer wants, as a new account does, or makes an administrator: it would outlast
 * a session that somebody else got hold of. Enabling lets in who had been let in, and undoes what asks for no proof.
 */
const needsProof = (before: UserRow, { email, password, role, reset_second_factor }: Changes) =>
  (email !== undefined && email !== before.email) ||
  password !== undefined ||
  reset_second_factor === true ||
  (role === 'ADMIN' && before.role !== 'ADMIN')

const prove = (context: RequestContext, viewer: Viewer, { current_password, code }: Proof) =>
  confirmIdentity(context, viewer, { password: current_password, code }, 'current_password')

export const ownRefusal = (action: string) =>
  `You cannot ${action} your own account. Please ask another administrator, so that one is always left.`

function refuseOwn(changes: Changes) {
  if (changes.disabled) throw conflict(ownRefusal('disable'))
  if (changes.role && changes.role !== 'ADMIN') throw conflict(ownRefusal('change the role of'))
  if (changes.password !== undefined || changes.reset_second_factor) {
    throw conflict(
      'Change your own password and second factor in your account, where your password is asked for.',
    )
  }
}

const takenEmail = { email: ['A user with this email exists already'] }

/** Comes before the proof: a code counts once, and would be spent on a form that is sent again. */
async function refuseTakenEmail({ database }: RequestContext, email: string) {
  if (await findCredentials(database, email)) throw invalidFields(takenEmail)
}

const refusingTakenEmail = <T>(write: () => Promise<T>) => withTakenFields(write, takenEmail)

async function getUser(context: RequestContext, id: number) {
  const user = await findUser(context.database, id)
  if (!user) throw notFound('This user')
  return user
}

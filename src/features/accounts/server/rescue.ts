import { isUniqueViolation } from '#database/errors.ts'
import { lockRow } from '#database/lock-row.ts'
import { nextVersion } from '#database/row-version.ts'
import type { Services } from '#platform/http/context.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { refuseWeakPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { findCredentials, findUser, insertUser, updateUser } from './queries.ts'
import { removeSecondFactor } from './second-factor.ts'
import { endSessions } from './sessions.ts'

// What whoever runs the machine may do without an account. The audit log names the command in place of a user.
const actor = { id: null, name: 'npm run user' }
const callerOf = ({ now }: Pick<Services, 'now'>) => ({ now, clientIp: '' })

type Needs = Pick<Services, 'database' | 'now'>

/** Creates an administrator. @throws 400 for the password; an Error when the email is taken */
export async function createAdministrator(
  services: Needs,
  { email, name, password }: Record<'email' | 'name' | 'password', string>,
) {
  await refuseWeakPassword('password', password, email)
  const password_hash = await hashPassword(password)
  try {
    await services.database.transaction().execute(async (transaction) => {
      const user = { email, name, role: 'ADMIN', password_hash } as const
      const id = await insertUser(transaction, user, services.now().toISOString())
      const line = { action: 'created', target: 'user', id, actor } as const
      await writeAudit(transaction, callerOf(services), {
        ...line,
        details: { role: user.role },
      })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Error(`There is a user ${email} already: set a new password, or enable them.`)
  }
}

/**
 * Lets a user in again. A new password ends their sessions.
 * @throws 400 for the password; an Error when there is no such user, or nothing to change
 */
export async function rescueUser(
  services: Needs,
  email: string,
  change: { password: string } | 'enable' | 'reset-second-factor',
) {
  const found = await findCredentials(services.database, email)
  if (!found) throw new Error(`There is no user ${email}.`)
  const { id } = found
  const isNewPassword = typeof change === 'object'
  if (isNewPassword) await refuseWeakPassword('password', change.password, email)
  const password_hash = isNewPassword ? await hashPassword(change.password) : undefined
  await services.database.transaction().execute(async (transaction) => {
    await lockRow(transaction, 'users', id)
    const user = await findUser(transaction, id)
    if (!user) throw new Error(`There is no user ${email} any more.`)
    if (change === 'enable' && !user.disabled) throw new Error(`${email} is not disabled.`)
    const version = nextVersion(user.updated_at, services.now())
    const changes = {
      ...(password_hash !== undefined && { password_hash, invited_at: null }),
      ...(change === 'enable' && { disabled_at: null }),
    }
    await updateUser(transaction, user, changes, version)
    if (change === 'reset-second-factor') await removeSecondFactor(transaction, id)
    if (change !== 'enable') await endSessions(transaction, { userId: id }, version)
    const fields = isNewPassword ? ['password'] : ['second_factor']
    await writeAudit(transaction, callerOf(services), {
      action: change === 'enable' ? 'enabled' : 'changed',
      target: 'user',
      id,
      actor,
      details: { fields: change === 'enable' ? [] : fields },
    })
  })
}

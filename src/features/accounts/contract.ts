import { z } from 'zod'
import { idSchema, requiredEmail, requiredText } from '#shared/fields.ts'
import { expectedVersion, searchFilter, severalOf } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { roles } from '#shared/roles.ts'
import { passwordLengthMax, passwordLengthMin, userStatuses } from './validation.ts'

/** Stored in lower case, so that email addresses are case-insensitive. */
const email = requiredEmail('Email is required', 'Please enter a valid email address').toLowerCase()
const name = requiredText('Name is required', 120)
const role = z.enum(roles, { error: 'Please choose a role' })
/** A current password. The rules for new passwords don't apply: they may have changed since it was set. */
const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(passwordLengthMax, `At most ${passwordLengthMax} characters`)
const newPassword = z
  .string({ error: 'Password is required' })
  .min(passwordLengthMin, `Use at least ${passwordLengthMin} characters`)
  .max(passwordLengthMax, `Use at most ${passwordLengthMax} characters`)
const code = z.string({ error: 'Code is required' }).trim().max(40, 'This code is not right')
const refreshToken = z
  .string({ error: 'A refresh token is required' })
  .min(1, 'A refresh token is required')
  .max(200, 'This is not a refresh token')

const accountSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
})
export type Account = z.infer<typeof accountSchema>

/** The signed-in user, stored in the browser beside the tokens. */
const userSchema = accountSchema.extend({
  second_factor_due: z
    .boolean()
    .describe('Whether the role requires a second factor, which must be set up before anything'),
})
export type User = z.infer<typeof userSchema>

const tokens = {
  access: z.string().describe('A bearer token that lasts 15 minutes'),
  refresh: z.string().describe('Good for one POST /auth/refresh/, which returns new tokens'),
}

/** A user as administrators see it. */
const userRowSchema = accountSchema.extend({
  disabled: z.boolean(),
  invited_at: z
    .string()
    .nullable()
    .describe('When the invitation was sent; null for who has set a password'),
  second_factor: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  last_seen_at: z.string().nullable(),
})
export type UserRow = z.infer<typeof userRowSchema>

/** A session of the signed-in user. */
const sessionSchema = z.object({
  id: z.string(),
  address: z.string(),
  user_agent: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean().describe('Whether it is the session of this request'),
})
export type Session = z.infer<typeof sessionSchema>

const byPasswordLink = z.object({ token: z.string().max(200), password: newPassword })
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
const passwordSet = z.object({ email: z.string().describe('With which to sign in now') })

/** Far more than all browser tabs of an office behind one IP need. */
const publicLimit = { calls: 300, seconds: 60 }

const signedIn = { tag: 'User', access: 'signed-in' } as const
/** What signing in with a second factor takes, for users who have yet to set up theirs. */
const settingUp = { ...signedIn, isBeforeSecondFactor: true } as const

/** Procedures for the user's own account. Signing in and out changes no cached data, so these have no tag. */
export const accountsContract = {
  login: procedure({ access: 'public' })
    .route({
      method: 'POST',
      path: '/auth/login/',
      summary: 'Sign in',
      description:
        'With a second factor on, a right password without a code is answered 400 with the field `code`, to be sent again with the code of the authenticator app or a recovery code.',
    })
    .input(z.object({ email, password, code: code.optional() }))
    .output(z.object({ ...tokens, user: userSchema })),
  refresh: procedure({ access: 'public', limit: publicLimit })
    .route({
      method: 'POST',
      path: '/auth/refresh/',
      summary: 'Trade a refresh token for new tokens',
      description:
        'A refresh token is good once. Used again, other than by two tabs at the same moment, it ends the session, because it may have been stolen.',
    })
    .input(z.object({ refresh: refreshToken }))
    .output(z.object(tokens)),
  logout: procedure({ access: 'public', isBeforeSecondFactor: true, limit: publicLimit })
    .route({
      method: 'POST',
      path: '/auth/logout/',
      successStatus: 204,
      summary: 'End the session of the bearer token or of the refresh token',
    })
    .input(z.object({ refresh: z.string().max(200).optional() }).optional()),
  acceptInvitation: procedure({
    tag: 'User',
    access: 'public',
    limit: { calls: 30, seconds: 600 },
  })
    .route({
      method: 'POST',
      path: '/auth/invitation/',
      summary: 'Set the first password, by the link of an invitation',
    })
    .input(byPasswordLink)
    .output(passwordSet),
  requestPasswordReset: procedure({
    access: 'public',
    limit: { calls: 10, seconds: 600 },
  })
    .route({
      method: 'POST',
      path: '/auth/password/forgotten/',
      summary: 'Get a link by email to choose a new password',
      description: 'The response is the same whether or not there is such an account.',
    })
    .input(z.object({ email }))
    .output(z.object({ detail: z.string() })),
  resetPassword: procedure({
    tag: 'User',
    access: 'public',
    limit: { calls: 30, seconds: 600 },
  })
    .route({
      method: 'POST',
      path: '/auth/password/reset/',
      summary: 'Choose a new password by that link, which ends all sessions',
    })
    .input(byPasswordLink)
    .output(passwordSet),
  me: procedure(settingUp)
    .route({ method: 'GET', path: '/auth/me/', summary: 'The signed-in user' })
    .output(userSchema),
  updateMe: procedure(signedIn)
    .route({ method: 'PATCH', path: '/auth/me/', summary: 'Change the own name' })
    .input(z.object({ name: name.optional() }))
    .output(userSchema),
  changePassword: procedure(signedIn)
    .route({
      method: 'POST',
      path: '/auth/password/',
      successStatus: 204,
      summary: 'Change the own password, which ends all other sessions',
    })
    .input(z.object({ current_password: password, new_password: newPassword })),
  secondFactor: procedure(settingUp)
    .route({ method: 'GET', path: '/auth/totp/', summary: 'Whether the second factor is on' })
    .output(z.object({ enabled: z.boolean(), recovery_codes_left: z.number().int() })),
  startSecondFactor: procedure({ access: 'signed-in', isBeforeSecondFactor: true })
    .route({
      method: 'POST',
      path: '/auth/totp/start/',
      summary: 'Create a secret for an authenticator app, in effect once a code is confirmed',
    })
    .input(z.object({ password }))
    .output(
      z.object({ secret: z.string(), uri: z.string().describe('What the app reads as a QR code') }),
    ),
  confirmSecondFactor: procedure(settingUp)
    .route({
      method: 'POST',
      path: '/auth/totp/confirm/',
      summary: 'Turn the second factor on',
      description: 'The recovery codes are shown only once; each is good for one sign-in.',
    })
    .input(z.object({ code: code.min(1, 'Code is required') }))
    .output(recoveryCodes),
  renewRecoveryCodes: procedure(signedIn)
    .route({
      method: 'POST',
      path: '/auth/totp/renew/',
      summary: 'Replace the recovery codes by new ones',
    })
    .input(z.object({ password, code: code.optional() }))
    .output(recoveryCodes),
  disableSecondFactor: procedure(signedIn)
    .route({
      method: 'POST',
      path: '/auth/totp/disable/',
      successStatus: 204,
      summary: 'Turn the second factor off',
    })
    .input(z.object({ password, code: code.optional() })),
  sessions: procedure(signedIn)
    .route({ method: 'GET', path: '/auth/sessions/', summary: 'Where the user is signed in' })
    .output(z.object({ results: z.array(sessionSchema) })),
  endSession: procedure(signedIn)
    .route({
      method: 'DELETE',
      path: '/auth/sessions/{id}/',
      successStatus: 204,
      summary: 'End one of the own sessions',
    })
    .input(z.object({ id: z.string().max(64) })),
  endOtherSessions: procedure(signedIn).route({
    method: 'DELETE',
    path: '/auth/sessions/',
    successStatus: 204,
    summary: 'End all own sessions but the one of this request',
  }),
}

const administrators = { tag: 'User', access: ['ADMIN'] } as const

/** Needed where a change would outlast a session that somebody else got hold of. */
const proof = {
  current_password: password.optional().describe("The administrator's own password"),
  code: code.optional().describe("A code of the administrator's own second factor, if it is on"),
}

/** Procedures for administrators, who manage all accounts. */
export const usersContract = {
  list: procedure(administrators)
    .route({ method: 'GET', path: '/admin/users/', summary: 'List users, by name' })
    .input(
      z.object({
        ...pageQuery(),
        search: searchFilter,
        role: severalOf(z.enum(roles)),
        status: severalOf(z.enum(userStatuses)),
      }),
    )
    .output(pageSchema(userRowSchema)),
  create: procedure(administrators)
    .route({
      method: 'POST',
      path: '/admin/users/',
      successStatus: 201,
      summary: 'Create a user',
      description:
        'Without a password they get an invitation by email. It asks for the own password, and the code if there is one.',
    })
    .input(z.object({ email, name, role, password: newPassword.optional(), ...proof }))
    .output(userRowSchema),
  update: procedure(administrators)
    .route({
      method: 'PATCH',
      path: '/admin/users/{id}/',
      summary: 'Change a user',
      description:
        'A new password, a new email and disabling end all sessions of the user at once; of the own sessions the current one stays. Making somebody an administrator, a new email, a new password, and resetting a second factor ask for the own password, and the code if there is one. Administrators cannot disable or demote themselves, so that one is always left.',
    })
    .input(
      z.object({
        id: idSchema,
        name: name.optional(),
        role: role.optional(),
        email: email.optional(),
        password: newPassword.optional(),
        disabled: z.boolean().optional(),
        reset_second_factor: z.literal(true).optional(),
        expected_updated_at: expectedVersion,
        ...proof,
      }),
    )
    .output(userRowSchema),
  invite: procedure(administrators)
    .route({
      method: 'POST',
      path: '/admin/users/{id}/invite/',
      summary: 'Invite a user again, who has no password yet; former links end',
    })
    .input(z.object({ id: idSchema }))
    .output(userRowSchema),
  signOut: procedure(administrators)
    .route({
      method: 'POST',
      path: '/admin/users/{id}/sign-out/',
      summary: 'End all sessions of a user other than oneself',
    })
    .input(z.object({ id: idSchema }))
    .output(z.object({ ended: z.number().int() })),
  delete: procedure(administrators)
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/',
      successStatus: 204,
      summary: 'Delete a user other than oneself',
    })
    .input(z.object({ id: idSchema })),
}

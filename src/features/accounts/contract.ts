import { z } from 'zod'
import { call, roles } from '#features/calls/contract.ts'

export const userSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
})
export type User = z.infer<typeof userSchema>

export const accountsContract = {
  me: call({ tag: 'User', access: 'signed-in' })
    .route({ method: 'GET', path: '/auth/me/', summary: 'The signed-in user' })
    .output(userSchema),
}

export const usersContract = {}

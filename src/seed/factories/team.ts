import { insertMember, type MemberFields } from '#features/team/server/queries.ts'
import type { Services } from '#platform/http/context.ts'

/** Stores an active team member, by default as the last one. @returns the id */
export function createMember(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: Partial<MemberFields> = {},
) {
  const member = {
    profile_picture: '',
    full_name: 'Eric Mugisha',
    position: 'Head of Training',
    linkedin_link: '',
    role: 'Leadership',
    department: 'Training',
    status: 'ACTIVE' as const,
    ...overrides,
  }
  return insertMember(database, member, now().toISOString())
}

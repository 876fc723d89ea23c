import { randomInt } from 'node:crypto'
import { searchable } from '#database/search.ts'
import type { Services } from '#platform/http/context.ts'
import { isCommonPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'

const name = 'Administrator'

/**
 * Creates the first administrator if there are no users, as configured or with a generated password. If several
 * processes start at once, one of them does.
 * @returns the credentials, to be printed once, or null when there are users already
 * @throws when the configured password is a common one
 */
export async function createFirstAdmin(services: Pick<Services, 'database' | 'config' | 'now'>) {
  const { database, config } = services
  const anybody = await database.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anybody) return null
  const email = (config.admin.email ?? 'admin@huza.example').trim().toLowerCase()
  const password = config.admin.password ?? generatePassword()
  if (await isCommonPassword(password)) throw new Error('ADMIN_PASSWORD is too common')
  const at = services.now().toISOString()
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('users')
    .values({
      email,
      name,
      search_text: searchable(`${name} ${email}`),
      role: 'ADMIN',
      password_hash: await hashPassword(password),
      created_at: at,
      updated_at: at,
    })
    // The other processes have the same configuration, so their inserts conflict on the email.
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n ? { email, password } : null
}

const consonants = 'bdfgkmnprstvwz'
const vowels = 'aeiou'

/** Five groups of three syllables, such as `gakomu-…`: pronounceable, with more than 90 bits of entropy. */
function generatePassword() {
  const letterOf = (letters: string) => letters[randomInt(letters.length)]
  const syllable = () => `${letterOf(consonants)}${letterOf(vowels)}`
  const group = () => Array.from({ length: 3 }, syllable).join('')
  return Array.from({ length: 5 }, group).join('-')
}

import { randomInt } from 'node:crypto'
import { searchable } from '#database/search.ts'
import type { Services } from '#platform/http/context.ts'
import { hashPassword } from './passwords.ts'

const name = 'Administrator'

/**
 * Makes the first administrator where there is no user at all, as configured or with a password made up.
 * Of several processes that start at once, one does.
 * @returns what to sign in with, to be printed this once, or null when there are users already
 */
export async function createFirstAdmin(services: Pick<Services, 'database' | 'config' | 'now'>) {
  const { database, config } = services
  const anybody = await database.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anybody) return null
  const email = (config.admin.email ?? 'admin@huza.example').trim().toLowerCase()
  const password = config.admin.password ?? makePassword()
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
    // The other processes read the same configuration, so it is the same e-mail that they come second with.
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n ? { email, password } : null
}

const consonants = 'bdfgkmnprstvwz'
const vowels = 'aeiou'

/** Five groups of three syllables, such as `gakomu-…`: it can be read out, and has more than 90 bits. */
function makePassword() {
  const letterOf = (letters: string) => letters[randomInt(letters.length)]
  const syllable = () => `${letterOf(consonants)}${letterOf(vowels)}`
  const group = () => Array.from({ length: 3 }, syllable).join('')
  return Array.from({ length: 5 }, group).join('-')
}

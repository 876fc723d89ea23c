import { setImmediate } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { NewsTables } from '#database/news-tables.ts'
import type { Database } from '#database/open.ts'
import { prepareQuery, type Slots } from '#database/prepared.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { emailKeyOf } from '#platform/mail/mailbox.ts'
import { signatureOf } from '#platform/security/signing.ts'
import type { CommentBlock } from '../blocks-contract.ts'
import { type BlockKind, blockKinds, domainOf } from '../validation.ts'
import { lockComments } from './decide.ts'

type Row = Selectable<NewsTables['comment_blocks']>

/** Whom and what a comment's words and sender are compared with. */
type Subject = { name: string; email: string; message: string; networkKey: string }

/** Stands for a client's network: the same one each time, and no use to whoever has the database without the secret. */
export const networkKeyOf = ({ clientIp, secret }: Pick<RequestContext, 'clientIp' | 'secret'>) =>
  signatureOf(clientIp, 'networks of comments', secret)

/** The spelling in which a block is stored and comments are compared. */
export function normalizeBlock(kind: Exclude<BlockKind, 'network'>, value: string) {
  if (kind === 'email') return emailKeyOf(value)
  return kind === 'domain' ? asciiDomain(domainOf(value)) : wordsOnly(value)
}

const asciiDomain = (domain: string) => domainToASCII(domain) || domain

/** Letters and digits without accents, with single spaces between the words. */
const wordsOnly = (text: string) =>
  searchable(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The domains that a text names, in links or without. */
const domainsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+|\.{2,}/u)
    .map((part) => part.replace(/^\.|\.$/g, ''))
    .filter((part) => part.includes('.'))
    .map(asciiDomain)

/** Counts the comment for the block that it meets, if any. Call it in the transaction that stores the comment. */
export async function meetBlock(database: Database, comment: Subject, now: Date) {
  const at = now.toISOString()
  const blocks = await findCurrentBlocks(database, { at })
  if (blocks.length === 0) return null
  const meets = matcherOf(comment)
  const block = blocks
    .filter(meets)
    .sort((a, b) => orderOf(a) - orderOf(b) || a.id - b.id)
    .at(0)
  if (!block) return null
  await database
    .updateTable('comment_blocks')
    .set({ hits: sql`hits + 1`, last_hit_at: at })
    .where('id', '=', block.id)
    .execute()
  return block
}

const findCurrentBlocks = prepareQuery((database, { at }: Slots<{ at: string }>) =>
  database
    .selectFrom('comment_blocks')
    .select(['id', 'kind', 'value'])
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)])),
)

const orderOf = ({ kind }: Pick<Row, 'kind'>) => blockKinds.indexOf(kind as BlockKind)

function matcherOf({ name, email, message, networkKey }: Subject) {
  const emailKey = emailKeyOf(email)
  const domains = domainsIn(`${emailKey} ${name} ${message}`)
  const words = ` ${wordsOnly(`${name} ${message}`)} `
  return ({ kind, value }: Pick<Row, 'kind' | 'value'>) => {
    if (kind === 'email') return value === emailKey
    if (kind === 'network') return value === networkKey
    if (kind === 'word') return words.includes(` ${value} `)
    return domains.some((domain) => domain === value || domain.endsWith(`.${value}`))
  }
}

export async function findBlocks(database: Database, now: Date) {
  const rows = await database
    .selectFrom('comment_blocks')
    .selectAll()
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', now.toISOString())]),
    )
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toBlock)
}

export const toBlock = ({ kind, value, ...row }: Row): CommentBlock => ({
  ...row,
  kind: kind as BlockKind,
  value: kind === 'network' ? '' : value,
})

const networkDays = 30

/** How many comments one transaction changes: a clean-up holds up no other request for long. */
const windowSize = 200

/** Forgets the networks of comments after a month, and the blocks whose time is over. */
export async function forgetNetworks({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = new Date(now().getTime() - networkDays * 24 * 60 * 60 * 1000).toISOString()
  const forgetNext = () =>
    database.transaction().execute((transaction) => forgetOldest(transaction, before))
  // SQLite runs synchronously, so this gives other requests a turn.
  while (await forgetNext()) await setImmediate()
  await database
    .deleteFrom('comment_blocks')
    .where('expires_at', '<=', now().toISOString())
    .execute()
}

/** @returns whether there may be more to forget */
async function forgetOldest(transaction: Transaction<Tables>, before: string) {
  const oldest = await transaction
    .selectFrom('comments')
    .select('id')
    .where('network_key', '!=', sql.lit(''))
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(windowSize)
    .execute()
  if (oldest.length === 0) return false
  const { rows } = await lockComments(transaction, oldest)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await transaction
      .updateTable('comments')
      .set({ network_key: '' })
      .where('id', 'in', ids)
      .execute()
  }
  return oldest.length === windowSize
}

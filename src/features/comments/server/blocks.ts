import { domainToASCII } from 'node:url'
import { type Selectable, sql } from 'kysely'
import type { NewsTables } from '#database/news-tables.ts'
import type { Database } from '#database/open.ts'
import { prepareQuery, type Slots } from '#database/prepared.ts'
import { searchable } from '#database/search.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { signatureOf } from '#platform/security/signing.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { type BlockKind, blockKinds, domainOf } from '../validation.ts'

type Row = Selectable<NewsTables['comment_blocks']>

/** The parts of a comment that blocks are compared with. */
type Subject = { name: string; email: string; message: string; networkKey: string }

/**
 * Stands for a client's network: always the same, and meaningless to anybody who has the database without the secret.
 */
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
    .map(afterLongLabels)
    .filter((part) => part.includes('.'))
    .map(asciiDomain)

const labelLengthMax = 63

/** No label of a domain is longer, and to write one in ASCII would take long: what stands after it may be a domain. */
function afterLongLabels(part: string) {
  const labels = part.split('.')
  const last = labels.findLastIndex((label) => label.length > labelLengthMax)
  return labels.slice(last + 1).join('.')
}

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

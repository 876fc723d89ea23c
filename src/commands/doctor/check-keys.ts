import { existsSync } from 'node:fs'
import type { Config } from '#config'
import {
  dataKeyFileOf,
  findDataKeyIds,
  readDataKeys,
  sourceOfDataKeys,
} from '#platform/security/data-keys.ts'
import { withDatabase } from '../existing-database.ts'
import { formatCounts, sealedKinds } from '../sealed-kinds.ts'

/** Whether the keys are there that anything is sealed with, and how many each has sealed. */
export async function checkKeys(config: Config) {
  const source = sourceOfDataKeys(config)
  if (config.dataKeys.length === 0 && !existsSync(dataKeyFileOf(config))) {
    throw new Error(
      `There is no ${source}: npm start makes it up, or set DATA_KEY; put it back if anything is sealed already`,
    )
  }
  const [first, ...others] = readDataKeys(config).map(({ id }) => id)
  const { counts, used } = await withDatabase(config, async (database) => {
    const counted: Map<string, number>[] = []
    for (const { count } of sealedKinds) counted.push(await count(database))
    return { counts: counted, used: await findDataKeyIds(database) }
  }).catch(() => ({ counts: [], used: [] }))
  const countsOf = (id: string) =>
    formatCounts(sealedKinds.map((_, index) => counts[index]?.get(id) ?? 0))
  const describeKey = (id: string) => `${countsOf(id)} are sealed with the key ${id}`
  const isUsed = (id: string) => counts.some((of) => of.has(id))
  const known = [first, ...others, '']
  const missing = new Set(
    [...used, ...counts.flatMap((of) => [...of.keys()])].filter((id) => !known.includes(id)),
  )
  if (missing.size > 0) {
    const which = [...missing].map((id) => `${describeKey(id)}, which ${source} lacks`)
    throw new Error(
      `${which.join('; ')}: put it back, as other machines and every backup have it. If it is lost for good: npm run data-key -- remove ${[...missing][0]} --lost`,
    )
  }
  const older = others.map(
    (id) =>
      `${describeKey(id)}, which ${isUsed(id) ? 'npm run data-key replaces' : `npm run data-key -- remove ${id} takes away`}`,
  )
  return [
    `${source}: ${describeKey(String(first))}`,
    ...older,
    ...(isUsed('') ? [`${countsOf('')} are not sealed yet: the site does that bit by bit`] : []),
  ].join('; ')
}

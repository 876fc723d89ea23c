import { existsSync } from 'node:fs'
import type { Config } from '#config'
import {
  dataKeyFileOf,
  findDataKeyIds,
  readDataKeys,
  sourceOfDataKeys,
} from '#platform/security/data-keys.ts'
import { countSealedFiles } from '#platform/storage/seal-files.ts'
import { withDatabase } from './examine-tools.ts'

/** Whether the keys are there that resumes are sealed with, and how many each has sealed. */
export async function checkKeys(config: Config) {
  const source = sourceOfDataKeys(config)
  if (config.dataKeys.length === 0 && !existsSync(dataKeyFileOf(config))) {
    throw new Error(
      `There is no ${source}: npm start makes it up, or set DATA_KEY; put it back if resumes are sealed already`,
    )
  }
  const [first, ...others] = readDataKeys(config).map(({ id }) => id)
  const { counts, used } = await withDatabase(config, async (database) => ({
    counts: await countSealedFiles(database),
    used: await findDataKeyIds(database),
  })).catch(() => ({ counts: new Map<string, number>(), used: [] }))
  const told = (id: string) => `${counts.get(id) ?? 0} resumes are sealed with the key ${id}`
  const known = [first, ...others, '']
  const missing = new Set([...used, ...counts.keys()].filter((id) => !known.includes(id)))
  if (missing.size > 0) {
    const which = [...missing].map((id) => `${told(id)}, which ${source} lacks`)
    throw new Error(
      `${which.join('; ')}: put it back, as other machines and every backup have it. If it is lost for good: npm run data-key -- remove ${[...missing][0]} --lost`,
    )
  }
  const older = others.map(
    (id) =>
      `${told(id)}, which ${counts.has(id) ? 'npm run data-key replaces' : `npm run data-key -- remove ${id} takes away`}`,
  )
  const plain = counts.get('') ?? 0
  return [
    `${source}: ${told(String(first))}`,
    ...older,
    ...(plain > 0 ? [`${plain} are not sealed yet: the site does that bit by bit`] : []),
  ].join('; ')
}

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Config } from '#config'
import { openDatabase, sqliteFileOf } from '#database/open.ts'
import { openLog } from '#platform/http/log.ts'
import { runCommand } from './command.ts'
import { addDataKey, removeDataKey, sealWithFirst } from './data-keys.ts'

const usage = `npm run data-key                        seals all that is sealed with the first data key
npm run data-key -- new                 makes a new data key first, and then does that
npm run data-key -- remove ID [--lost]  takes a data key away that nothing is sealed with any more

The site may be serving meanwhile. With DATA_KEY, put the new key before the old one there instead of "new".`

await runCommand(async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { lost: { type: 'boolean', default: false } },
  })
  const [action, id, ...more] = positionals
  if (more.length > 0 || (action === 'remove') !== (id !== undefined)) throw new Error(usage)
  if (action === 'remove' && id) {
    return withDatabase(config, (database) => removeDataKey(config, database, id, values.lost))
  }
  if (action !== undefined && action !== 'new') throw new Error(usage)
  return withDatabase(config, (database) => {
    if (action === 'new') console.log(`The new key is ${addDataKey(config)}.`)
    return sealWithFirst(config, database, openLog(config.logLevel), (sealed, failed) =>
      console.log(`${sealed} sealed${failed > 0 ? `, ${failed} not` : ''}`),
    )
  })
})

async function withDatabase(
  config: Config,
  work: (database: ReturnType<typeof openDatabase>) => Promise<string>,
) {
  if (!config.databaseUrl && !existsSync(sqliteFileOf(config))) {
    throw new Error(`There is no ${sqliteFileOf(config)}: npm start makes it, or set DATA_DIR`)
  }
  const database = openDatabase(config)
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

import { parseArgs } from 'node:util'
import { openLog } from '#platform/http/log.ts'
import { runCommand } from './command.ts'
import { addDataKey, removeDataKey, sealWithFirst } from './data-key/change-keys.ts'
import { openExistingDatabase } from './existing-database.ts'

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
  if (action !== undefined && action !== 'new' && !id) throw new Error(usage)
  const database = openExistingDatabase(config)
  try {
    if (id) return await removeDataKey(config, database, id, values.lost)
    if (action === 'new') console.log(`The new key is ${addDataKey(config)}.`)
    return await sealWithFirst(config, database, openLog(config.logLevel), (sealed, failed) =>
      console.log(`${sealed} sealed${failed > 0 ? `, ${failed} not` : ''}`),
    )
  } finally {
    await database.destroy()
  }
})

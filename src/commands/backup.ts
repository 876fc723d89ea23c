import { takeBackup } from './backup/take.ts'
import { runCommand } from './command.ts'

await runCommand(async (config) => {
  const { name, rows, files, added, removed, lost } = await takeBackup(config)
  const told = `Backup ${name}: ${rows} rows and ${files} files (${added} new), restored on trial.`
  if (lost.length > 0) {
    throw new Error(`${told}\nThe storage lacks files, or has them changed: ${lost.join(', ')}`)
  }
  return removed > 0 ? `${told} Old backups removed: ${removed}.` : told
})

import { takeBackup } from './backup/take.ts'
import { runCommand } from './command.ts'

await runCommand(async (config) => {
  const { name, rows, files, added, removed, lost, givenUp } = await takeBackup(config)
  const told = `Backup ${name}: ${rows} rows and ${files} files (${added} new), restored on trial.`
  if (lost.length > 0) {
    throw new Error(`${told}\nThe storage lacks, refuses or has changed files: ${lost.join(', ')}`)
  }
  return [
    told,
    givenUp > 0 ? `${givenUp} more can't be opened since their data key was given up.` : '',
    removed > 0 ? `Old backups removed: ${removed}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
})

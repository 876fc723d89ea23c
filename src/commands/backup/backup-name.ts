/** The name of a backup is its time: 20261123T061719Z. */
export const backupNameOf = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '')

/** The time that a backup's name tells. */
export const timeOfBackup = (name: string) =>
  new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

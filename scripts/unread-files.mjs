import { readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What packages bring along that nothing here reads: maps, what could be compiled, and programs of other systems. */
export const isUnread = (path) =>
  /\.([cm]?js|css|ts)\.map$/.test(path) ||
  /(^|\/)(better-sqlite3\/(deps|src)|node-[^/]+\/(include|share))$/.test(path) ||
  isForeign(path)

/** The same of a server, which reads no types and no notes either. */
export const isUnreadByServer = (path) =>
  isUnread(path) || /\.(d\.[cm]?ts|md|markdown)$/i.test(path)

function isForeign(path) {
  const prebuilt = /(?:^|\/)better-sqlite3\/prebuilds\/(.+)\.node$/.exec(path)?.[1]
  if (prebuilt === undefined) return false
  const isMusl = !process.report.getReport().header.glibcVersionRuntime
  const system = process.platform === 'linux' && isMusl ? 'linuxmusl' : process.platform
  return prebuilt !== `${system}-${process.arch}`
}

/** Removes files and folders. @param isUnwanted is told their paths within the folder */
export function removeWithin(folder, isUnwanted) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of entries) {
    const path = join(parentPath, name)
    if (isUnwanted(relative(folder, path))) rmSync(path, { recursive: true, force: true })
  }
}

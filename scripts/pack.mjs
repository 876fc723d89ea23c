import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { build, install, installProduction } from './prepare.mjs'
import { root } from './processes.mjs'
import { isUnreadByServer, removeWithin } from './unread-files.mjs'

// `npm run pack -- <folder>` makes a folder that has what the server runs on, and no build tools. Start it there by
// `node_modules/.bin/node src/main.ts`.

/** What runs: everything but tests. */
const parts = ['build', 'src', 'package-lock.json', '.npmrc', 'LICENSE']
const isTest = (path) => /\.test\.tsx?$|^src\/testing(\/|$)/.test(path)

try {
  const target = readTarget()
  await install()
  await build()
  mkdirSync(target, { recursive: true })
  for (const part of parts) {
    cpSync(join(root, part), join(target, part), {
      recursive: true,
      filter: (path) => !isTest(relative(root, path)),
    })
  }
  writeFileSync(join(target, 'package.json'), runtimePackage())
  await installProduction(target)
  removeWithin(join(target, 'node_modules'), isUnreadByServer)
  console.log(`\n  ${target} has ${megabytes(target)} MB. Start it there by`)
  console.log('  NODE_ENV=production node_modules/.bin/node src/main.ts')
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

function readTarget() {
  const [name] = process.argv.slice(2)
  if (!name) throw new Error('Name an empty folder: npm run pack -- <folder>')
  const target = resolve(name)
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new Error(`${target} is not empty`)
  }
  return target
}

/** The project's package.json without what only builds, or is in build/ already. */
function runtimePackage() {
  const { buildDependencies, ...project } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  for (const name of buildDependencies) delete project.dependencies[name]
  return JSON.stringify(project, null, 2)
}

function megabytes(folder) {
  // A file of two names, as Node has them, counts once.
  const sizes = new Map()
  for (const name of readdirSync(folder, { recursive: true })) {
    const { ino, size } = lstatSync(join(folder, name))
    sizes.set(ino, size)
  }
  return Math.round([...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024 / 1024)
}

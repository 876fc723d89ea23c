import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' }

// Takes the icons that src/ imports from `#ui/icons.ts` out of Lucide: `npx node tools/artwork/lucide.ts`, then
// `npm run format`. Commit the resulting files. A new icon is imported first, by its name on lucide.dev.

const icons: Record<string, { body: string }> = lucide.icons
const aliases: Record<string, { parent: string }> = lucide.aliases
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'src/ui/icons')
/** What createIcon sets on the whole. */
const look = / (?:fill="none"|stroke="currentColor"|stroke-(?:linecap|linejoin|width)="\w+")/g

const names = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/import \{([^}]*)\} from '#ui\/icons\.ts'/g),
  ])
  .flatMap(([, imported = '']) => imported.split(',').map((name) => name.trim()))
  .filter((name) => name !== '' && !name.startsWith('type '))
const unique = [...new Set(names)].sort()

for (const file of globSync('*.ts', { cwd: folder })) {
  if (file !== 'create-icon.ts') rmSync(join(folder, file))
}
mkdirSync(folder, { recursive: true })
for (const name of unique) {
  writeFileSync(
    join(folder, fileOf(name)),
    `import { createIcon } from './create-icon.ts'\n\nexport const ${name} = createIcon(${shapesOf(name)})\n`,
  )
}
writeFileSync(
  join(root, 'src/ui/icons.ts'),
  [
    `export type { IconComponent, IconProps } from './icons/create-icon.ts'`,
    ...unique.map((name) => `export { ${name} } from './icons/${fileOf(name)}'`),
    '',
  ].join('\n'),
)

function fileOf(name: string) {
  return `${kebab(name)}.ts`
}

function kebab(name: string) {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase()
}

/** The arguments of createIcon, as code. */
function shapesOf(name: string) {
  const icon = icons[kebab(name)] ?? icons[aliases[kebab(name)]?.parent ?? '']
  if (!icon) throw new Error(`Lucide has no icon ${name}`)
  return [...icon.body.replaceAll(look, '').matchAll(/<(circle|path|rect)([^>]*)\/>/g)]
    .map(([, tag, attributes = '']) => {
      const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)]
      return `['${tag}', { ${pairs.map(([, key, value]) => `${key}: '${value}'`).join(', ')} }]`
    })
    .join(', ')
}

import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAvatar } from '@dicebear/core'
import * as openPeeps from '@dicebear/open-peeps'
import sharp from 'sharp'
import { slugify } from '../../src/platform/text/slug.ts'

// Draws the portraits of the demo's people from the parts of Open Peeps, in the site's colours, and encodes them like
// an upload, so that the first start needn't. Run `node tools/artwork/portraits.ts` and commit the resulting files.

const folder = join(import.meta.dirname, '../../src/seed/portraits')
const sidePx = 640
const ink = '#1b1411'

const skins = {
  deep: '613b27',
  dark: '784a30',
  brown: '8c5a3b',
  warm: 'a06c47',
  light: 'e8b896',
  pale: 'f3cdb2',
}
const cloths = {
  hill: '2f6b4a',
  forest: '1f4733',
  ochre: 'b5532f',
  sand: 'e9d9bd',
  gold: 'd79a3c',
  mist: 'bcd3c6',
}

type Look = {
  head: string
  skin: keyof typeof skins
  cloth: keyof typeof cloths
  face?: 'calm' | 'cute'
  beard?: string
  glasses?: string
  /** The colour of hair that is not black like the lines. */
  hair?: string
}

const looks: Record<string, Look> = {
  'Claudine Mukamana': { head: 'bun', skin: 'brown', cloth: 'gold' },
  'Eric Mugisha': { head: 'short1', skin: 'dark', cloth: 'hill', face: 'calm', beard: 'chin' },
  'Annette Iradukunda': { head: 'bantuKnots', skin: 'deep', cloth: 'ochre' },
  'Thierry Nshimiyimana': { head: 'dreads2', skin: 'brown', cloth: 'sand', glasses: 'glasses3' },
  'Joselyne Uwimana': { head: 'cornrows2', skin: 'warm', cloth: 'hill', face: 'cute' },
  'Fabrice Ndayisaba': { head: 'flatTop', skin: 'deep', cloth: 'forest', beard: 'moustache6' },
  'Sandrine Tuyisenge': { head: 'hijab', skin: 'brown', cloth: 'ochre' },
  'Olivier Byiringiro': { head: 'twists', skin: 'dark', cloth: 'gold', glasses: 'glasses2' },
  'Grace Ishimwe': { head: 'afro', skin: 'dark', cloth: 'mist' },
  'Katharina Vogel': {
    head: 'bangs',
    skin: 'pale',
    cloth: 'forest',
    glasses: 'glasses',
    hair: 'a55728',
  },
  'Divine Ingabire': { head: 'cornrows', skin: 'brown', cloth: 'gold' },
  'Samuel Okoro': { head: 'noHair1', skin: 'deep', cloth: 'sand', face: 'calm', beard: 'full' },
  'Patrick Niyonzima': { head: 'twists2', skin: 'dark', cloth: 'ochre' },
  'Marieke de Wit': { head: 'grayMedium', skin: 'pale', cloth: 'ochre', hair: 'd8b572' },
  'Solange Umutoni': { head: 'longCurly', skin: 'warm', cloth: 'hill', face: 'cute' },
  'James Whitfield': { head: 'grayShort', skin: 'light', cloth: 'mist', hair: 'b9b2aa' },
  'Yves Habimana': { head: 'shaved2', skin: 'brown', cloth: 'forest', glasses: 'glasses5' },
}

const percent = (part: string | undefined) => (part ? 100 : 0)

function draw({ head, skin, cloth, face, beard, glasses, hair }: Look) {
  const options: Record<string, unknown> = {
    head: [head],
    face: [face ?? 'smile'],
    skinColor: [skins[skin]],
    clothingColor: [cloths[cloth]],
    headContrastColor: [hair ?? ink.slice(1)],
    facialHair: [beard ?? 'chin'],
    facialHairProbability: percent(beard),
    accessories: [glasses ?? 'glasses'],
    accessoriesProbability: percent(glasses),
    maskProbability: 0,
    // Leaves space for high hair; the shoulders stay at the lower edge.
    scale: 92,
    translateY: 4,
  }
  return createAvatar(openPeeps as never, options)
    .toString()
    .replaceAll('#000', ink)
}

const spool = await mkdtemp(join(tmpdir(), 'portraits-'))
const drawings = new Map<string, string>()
for (const [name, look] of Object.entries(looks)) {
  const path = join(spool, `${slugify(name)}.webp`)
  const image = sharp(Buffer.from(draw(look)), { density: 300 }).resize(sidePx, sidePx)
  await writeFile(path, await image.webp({ lossless: true }).toBuffer())
  drawings.set(slugify(name), path)
}

// Imported late, because this module disables sharp's SVG loader.
const { encodeImage } = await import('../../src/features/images/server/encode.ts')
await rm(folder, { recursive: true, force: true })
for (const [slug, path] of drawings) {
  const encoded = await encodeImage(path, 'webp', join(spool, slug))
  if ('problem' in encoded) throw new Error(`${slug}: ${encoded.problem}`)
  await mkdir(join(folder, slug), { recursive: true })
  for (const { variant, path } of encoded.files) await rename(path, join(folder, slug, variant))
  console.log(`${slug}: ${encoded.width}x${encoded.height}, ${encoded.colour}`)
}
await rm(spool, { recursive: true })

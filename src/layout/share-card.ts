import { company } from '#shared/company.ts'

/** The content of a page's Open Graph image, which chats and social networks show with a link. */
export type ShareCard = {
  /** The page's path, which also names the image. */
  path: string
  look: 'world' | 'hills' | 'weave' | 'banner'
  /** The small line above the title. */
  kicker: string
  title: string
  /** Continues the title in the accent colour. */
  accent?: string
  /** Lines below the title, such as author, date and place. */
  facts: readonly string[]
  /** The seed of the page's Imigongo. */
  seed: string
  /** The URL of an uploaded image with its focal point. It fills the card, without any text. */
  photo?: string
}

const home = ['Kigali, Rwanda']

/** The cards of the indexed pages, in the order of the site map. */
export const pageCards: readonly ShareCard[] = [
  {
    path: '/',
    look: 'world',
    kicker: '',
    title: 'Smart Talent.',
    accent: 'Global Reach.',
    facts: home,
    seed: 'figures',
  },
  {
    path: '/who-we-are',
    look: 'hills',
    kicker: 'Who we are',
    title: "Shaping Africa's Digital Workforce",
    facts: home,
    seed: 'turi bande',
  },
  {
    path: '/why-rwanda',
    look: 'hills',
    kicker: 'Why Rwanda',
    title: 'A thousand hills, and a good place to build a team',
    facts: home,
    seed: 'imisozi igihumbi',
  },
  {
    path: '/services',
    look: 'weave',
    kicker: 'Services',
    title: 'Talent for employers.',
    accent: 'Training and work for talents.',
    facts: home,
    seed: 'serivisi',
  },
  {
    path: '/insights',
    look: 'weave',
    kicker: 'News & Insights',
    title: 'What we learn on the way from Kigali to the world',
    facts: home,
    seed: 'insights',
  },
  {
    path: '/events',
    look: 'weave',
    kicker: 'Events',
    title: 'Come and see how we work',
    facts: ['In Kigali and online'],
    seed: 'ibirori',
  },
  {
    path: '/contact',
    look: 'world',
    kicker: 'Contact',
    title: 'Tell us what you need',
    facts: ['We reply within 24 hours'],
    seed: 'twandikire',
  },
  {
    path: '/cohort-application',
    look: 'hills',
    kicker: 'Apply to a cohort',
    title: 'Three months of training, and help to find work',
    facts: ['Industry certification', 'Job placement support'],
    seed: 'cohort',
  },
  {
    path: '/register',
    look: 'weave',
    kicker: 'Register as a talent',
    title: 'Be found for what you can do',
    facts: ['It costs nothing'],
    seed: 'iyandikishe',
  },
  {
    path: '/privacy',
    look: 'weave',
    kicker: 'Privacy',
    title: 'What we store of you, and what we never do',
    facts: home,
    seed: 'ibanga',
  },
  {
    path: '/terms',
    look: 'weave',
    kicker: 'Terms of use',
    title: 'What we may expect of one another',
    facts: home,
    seed: 'amategeko',
  },
]

/** In pixels. */
export const ogImageSize = { width: 1200, height: 630 }

/** Increase it when the drawing changes: cached images of the old drawing then get a new URL. */
const drawing = 1

/** Photos are much smaller as JPEG, drawings as PNG. */
export const ogImageType = ({ photo }: ShareCard) => (photo ? 'image/jpeg' : 'image/png')

/** The URL of a card's image. It contains a hash of the content, so that the image can be cached forever. */
export const ogImagePath = (card: ShareCard) =>
  `/share${card.path === '/' ? '/home' : card.path}-${hashOf(JSON.stringify([drawing, company.name, card]))}.${card.photo ? 'jpg' : 'png'}`

/** The alt text of a card's image. */
export const ogImageText = ({ kicker, title, accent }: ShareCard) =>
  [`${company.name}${kicker && `, ${kicker}`}:`, title, accent].filter(Boolean).join(' ')

/** 64-bit FNV-1a in base 36, 13 characters. Runs on the server and in the browser; not for secrets. */
function hashOf(text: string) {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(36).padStart(13, '0')
}

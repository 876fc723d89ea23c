import { company } from '#shared/company.ts'

/** What the picture of a page shows where the page is shared, in a chat or on a network. */
export type ShareCard = {
  /** The address that the picture stands for, which is also its name. */
  path: string
  look: 'world' | 'hills' | 'weave' | 'banner'
  /** What it is, in small letters above the title. */
  kicker: string
  title: string
  /** Goes on from the title, in the colour of the accent. */
  accent?: string
  /** Below the title: who, when, where. */
  facts: readonly string[]
  /** Whose Imigongo it carries: that of the page. */
  seed: string
}

const home = ['Kigali, Rwanda']

/** The pages that everybody may find, in the order of the site map, and what their pictures show. */
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

/** In pixels, as the networks show it. */
export const ogImageSize = { width: 1200, height: 630 }

/** To be raised when the drawing changes, so that nobody goes on showing what they have kept of the last one. */
const drawing = 1

/** Where a card's picture is: a changed title has another address, so that a picture can be kept for good. */
export const ogImagePath = (card: ShareCard) =>
  `/share${card.path === '/' ? '/home' : card.path}-${hashOf(JSON.stringify([drawing, company.name, card]))}.png`

/** What a card's picture says, for those who can't see it. */
export const ogImageText = ({ kicker, title, accent }: ShareCard) =>
  [`${company.name}${kicker && `, ${kicker}`}:`, title, accent].filter(Boolean).join(' ')

/** 64 bits of FNV-1a, as 13 emails and digits: for both sides, and for no secret. */
function hashOf(text: string) {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(36).padStart(13, '0')
}

import { performance } from 'node:perf_hooks'
import { storeResumeText } from '#database/resume-index.ts'
import { experiences, towns } from '../src/seed/people.ts'
import { generateApplications } from './applications.ts'
import { watchHealth } from './health.ts'
import { median } from './measure.ts'
import type { Site } from './site.ts'
import { atMost, shown, table } from './table.ts'

const resumes = 100_000
const repeats = 7
const answerMsMax = 200
const waitMsMax = 50
const columns = ['median ms', 'max ms', 'goal', 'others wait ms', 'goal']
const storedAtOnce = 200
const wordsOfText = 200

const searches = {
  'one match': 'kubernetes50000',
  '100 matches': 'rareskill',
  'every second resume': 'experience',
  'a beginning that all have': 'exp',
  'two common words': 'experience kigali',
  'a common and a rare word': 'experience rareskill',
  'a word that none has': 'zanzibar',
  'C++': 'c++',
} as const

/** Measures searches of words in 100,000 resumes of 200 words, and how long other requests wait during them. */
export async function measureResumes(site: Site): Promise<string> {
  await generateApplications(site, resumes)
  const startedAt = performance.now()
  const longestMs = await generateTexts(site)
  const storing = (performance.now() - startedAt) / resumes
  await using product = await site.start()
  const authorized = { headers: await site.signIn() }
  const cohort = await site.services.database
    .selectFrom('cohorts')
    .select('id')
    .executeTakeFirstOrThrow()
  const rows: string[][] = []
  for (const [name, words] of Object.entries(searches)) {
    for (const filter of ['', `&cohort_id=${cohort.id}`]) {
      const path = `/api/website/application/?page_size=20&search_query=${encodeURIComponent(words)}${filter}`
      const times: number[] = []
      await using meanwhile = await watchHealth(product)
      for (let repeat = 0; repeat <= repeats; repeat += 1) {
        const sentAt = performance.now()
        const response = await fetch(product.url + path, authorized)
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`${path}: status ${response.status}`)
        if (repeat > 0) times.push(performance.now() - sentAt)
      }
      const waitMs = (await meanwhile.stop()).at(-1) ?? 0
      const worst = Math.max(...times)
      rows.push([
        filter ? `${name}, in a cohort` : name,
        shown(median(times)),
        shown(worst),
        atMost(worst, answerMsMax),
        shown(waitMs),
        atMost(waitMs, waitMsMax),
      ])
    }
  }
  const head = `A text is stored in ${shown(storing)} ms, ${storedAtOnce} of them in ${shown(longestMs)} at most.`
  return `${head}\n\n${table([`${site.engine}: search`, ...columns], rows)}`
}

/** @returns how long the slowest transaction took, in ms */
async function generateTexts({ services: { database } }: Site) {
  const files = await database
    .selectFrom('applications')
    .select('resume_id')
    .orderBy('resume_id')
    .execute()
  let longestMs = 0
  for (let first = 0; first < files.length; first += storedAtOnce) {
    const startedAt = performance.now()
    await database.transaction().execute(async (transaction) => {
      for (const [index, { resume_id }] of files.slice(first, first + storedAtOnce).entries()) {
        await transaction
          .insertInto('resume_texts')
          .values({ file_id: resume_id })
          .onConflict((conflict) => conflict.column('file_id').doNothing())
          .execute()
        await storeResumeText(transaction, resume_id, textOf(first + index))
      }
    })
    longestMs = Math.max(longestMs, performance.now() - startedAt)
  }
  return longestMs
}

/** A text whose words are as unevenly common as those of a language. */
function textOf(number: number) {
  let seed = number + 1
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const words = Array.from({ length: wordsOfText }, () => wordOf(Math.floor(next() ** 4 * 30_000)))
  return [
    experiences[number % experiences.length],
    towns[number % towns.length],
    number % 2 ? 'experience' : 'experienced',
    number % 1_000 === 7 ? 'rareskill' : '',
    number % 50 === 3 ? 'C++' : '',
    `kubernetes${number}`,
    ...words,
  ].join(' ')
}

const syllables = [
  'ka',
  'ra',
  'de',
  've',
  'lo',
  'pro',
  'ex',
  'pe',
  'ri',
  'en',
  'ce',
  'ma',
  'na',
  'ge',
]

const wordOf = (number: number): string =>
  number < syllables.length
    ? `${syllables[number]}n`
    : wordOf(Math.floor(number / syllables.length) - 1) + syllables[number % syllables.length]

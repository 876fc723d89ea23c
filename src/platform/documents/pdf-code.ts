import { setImmediate as nextTurn } from 'node:timers/promises'
import { createInflate, type Inflate } from 'node:zlib'
import { bytesAt, type ReadableFile } from './readable-file.ts'

/** The actions of a PDF that do more than show it. */
export type PdfCode = {
  /** It has a script, or an action that starts a program. */
  hasCode: boolean
  /** One of them runs as soon as the file is opened. */
  isRunAtOpening: boolean
  /** Compressed objects could not be read: they are encrypted, packed in an unusual way, or too large. */
  isUnreadable: boolean
}

type Findings = PdfCode & { actions: Set<string>; openingActions: Set<string> }

/** Searched without a break, so small enough for other requests. */
const stepBytes = 64 * 1024
/** Longer than whatever is searched for, so that no border of two steps splits it. */
const overlapBytes = 4 * 1024
const dictionaryLength = 1024
/** Larger than any honest stream of objects, small enough to search in a few milliseconds. */
const unpackedBytesMax = 2 * 1024 * 1024
const unpackedTotalMax = 16 * 1024 * 1024
/** More than any honest file of this size has. */
const objectStreamsMax = 1_000
/** More than any program packs into one stream. */
const packedObjectsMax = 10_000
/** Two numbers of seven digits for each, with a space. */
const packedListMax = packedObjectsMax * 16
const packedStepBytes = 16 * 1024

// All repetitions are bounded: unbounded ones would take minutes on hostile files.
const gap = '[\\s\\0]{0,40}'
const code = /\/(?:JavaScript|Launch|Rendition)(?![A-Za-z])/
const codeAction = new RegExp(`/S${gap}/(?:JavaScript|Launch|Rendition)(?![A-Za-z])`)
const action = new RegExp(
  `(?<!\\d)(\\d{1,10})[\\s\\0]{1,40}(\\d{1,5})[\\s\\0]{1,40}obj${gap}<<([^>]{0,400})`,
  'g',
)
const opening = new RegExp(
  `/OpenAction${gap}(?:<<([^>]{0,400})|(\\d{1,10})[\\s\\0]{1,40}(\\d{1,5})[\\s\\0]{1,40}R)`,
  'g',
)
const streamStart = /(?<!end)stream\r?\n/g
const oneFilter = new RegExp(
  `/Filter${gap}\\[?${gap}/(?:FlateDecode|Fl)(?![A-Za-z])(?!${gap}/\\w+Decode)`,
)
const predictor = new RegExp(`/Predictor${gap}(?:[2-9]|1\\d)`)

/**
 * Searches a PDF for scripts and for actions that start programs, also within compressed objects. Names are found in
 * every spelling (`/J#61vaScript`). Nothing is run or laid out, and the file is read in steps.
 */
export async function findPdfCode(file: ReadableFile, size: number): Promise<PdfCode> {
  const found: Findings = {
    hasCode: false,
    isRunAtOpening: false,
    isUnreadable: false,
    actions: new Set(),
    openingActions: new Set(),
  }
  let unpackedBytes = 0
  let objectStreams = 0
  for (let position = 0; position < size; position += stepBytes) {
    // A file in memory is read without a turn for others.
    await nextTurn()
    const start = Math.max(0, position - overlapBytes)
    const text = (await bytesAt(file, start, position - start + stepBytes)).toString('latin1')
    searchText(withPlainNames(text), found)
    for (const { index, 0: keyword } of text.matchAll(streamStart)) {
      const dataStart = start + index + keyword.length
      // Those in the overlap were found in the step before.
      const dictionary = dataStart > position ? dictionaryBefore(text, index) : ''
      if (!/\/ObjStm(?![A-Za-z])/.test(dictionary) || !dictionary.includes('/Filter')) continue
      objectStreams += 1
      const isTooMuch = objectStreams > objectStreamsMax || unpackedBytes > unpackedTotalMax
      const isTried = !isTooMuch && isReadable(dictionary)
      const objects = isTried ? await inflated(file, dataStart) : null
      unpackedBytes += objects?.length ?? 0
      if (objects === null) found.isUnreadable = true
      else searchObjects(withPlainNames(objects), dictionary, found)
    }
  }
  const { actions, openingActions, ...result } = found
  const isOpened = [...openingActions].some((id) => actions.has(id))
  return { ...result, isRunAtOpening: result.isRunAtOpening || isOpened }
}

/** Names may spell any character as # and two hexadecimal digits. */
function withPlainNames(text: string) {
  if (!text.includes('#')) return text
  // By a pattern, 2 MB of such signs take half a second.
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    const spelt = byte === hash ? hexAt(bytes, at + 1) : -1
    if (spelt >= 0) at += 2
    bytes[length] = spelt >= 0 ? spelt : byte
    length += 1
  }
  return bytes.toString('latin1', 0, length)
}

const hash = '#'.charCodeAt(0)
/** The values of hexadecimal digits by their codes; -1 for all other signs. */
const digits = Int8Array.from({ length: 256 }, (_, sign) => {
  const digit = String.fromCharCode(sign)
  return /[\da-f]/i.test(digit) ? Number.parseInt(digit, 16) : -1
})
const digitAt = (bytes: Buffer, at: number) => digits[bytes[at] ?? 0] ?? -1

/** The byte that two hexadecimal digits spell, or -1. */
function hexAt(bytes: Buffer, at: number) {
  const [high, low] = [digitAt(bytes, at), digitAt(bytes, at + 1)]
  return high < 0 || low < 0 ? -1 : 16 * high + low
}

function dictionaryBefore(text: string, index: number) {
  const before = text.slice(Math.max(0, index - dictionaryLength), index)
  return withPlainNames(before.slice(before.lastIndexOf(' obj') + 1))
}

const isReadable = (dictionary: string) => oneFilter.test(dictionary) && !predictor.test(dictionary)

function searchText(text: string, found: Findings) {
  if (code.test(text)) {
    found.hasCode = true
    for (const [, id, generation, dictionary = ''] of text.matchAll(action)) {
      if (codeAction.test(dictionary)) found.actions.add(`${Number(id)} ${Number(generation)}`)
    }
  }
  for (const [, dictionary, id, generation] of text.matchAll(opening)) {
    if (id) found.openingActions.add(`${Number(id)} ${Number(generation)}`)
    else if (codeAction.test(dictionary ?? '')) found.isRunAtOpening = true
  }
}

/** Objects in a stream stand behind a list of their numbers and offsets. */
function searchObjects(text: string, dictionary: string, found: Findings) {
  searchText(text, found)
  if (!code.test(text)) return
  const first = Number(/\/First[\s\0]{0,40}(\d{1,10})/.exec(dictionary)?.[1] ?? 0)
  const list = text.slice(0, Math.min(first, packedListMax))
  const numbers = (list.match(/\d{1,10}/g) ?? []).slice(0, 2 * packedObjectsMax)
  if (first > packedListMax || numbers.length === 2 * packedObjectsMax) found.isUnreadable = true
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const start = first + Number(numbers[at + 1])
    if (codeAction.test(text.slice(start, start + 400).split('>')[0] ?? '')) {
      found.actions.add(`${Number(numbers[at])} 0`)
    }
  }
}

/**
 * Unpacks a stream from its first byte on; what follows it is ignored. @returns null when that fails or is too large
 */
function inflated(file: ReadableFile, start: number): Promise<string | null> {
  const inflate = createInflate()
  let text = ''
  return new Promise<string | null>((resolve, reject) => {
    inflate.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.length > unpackedBytesMax) resolve(null)
    })
    inflate.once('end', () => resolve(text))
    inflate.once('error', () => resolve(null))
    feed(inflate, file, start).catch(reject)
  }).finally(() => inflate.destroy())
}

async function feed(inflate: Inflate, file: ReadableFile, start: number) {
  for (let position = start; !inflate.destroyed; position += packedStepBytes) {
    const packed = await bytesAt(file, position, packedStepBytes)
    if (packed.length === 0) return void inflate.end()
    await new Promise((resolve) => inflate.write(packed, resolve))
  }
}

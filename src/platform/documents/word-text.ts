import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { resumeTextMax, tidyText } from '../resumes/plain-text.ts'
import {
  contentTypes,
  encodingOf,
  listBytesMax,
  mainPartOf,
  plainXml,
  withoutReferences,
} from './word-document.ts'
import { type ZipPart, zipParts } from './zip.ts'

/** Larger than any real resume's text. */
const mainBytesMax = 20 * 1024 * 1024
/** A tag with the text behind it; what is longer is no resume any more. */
const runLengthMax = 1024 * 1024

/**
 * The text of a Word document (DOCX), without headers, footers and pictures. It is read in steps: a small file can
 * unpack to megabytes of tags, and other requests would wait for all of them.
 * @throws when the document is broken or too large
 */
export async function readWordText(file: FileHandle): Promise<string> {
  const main = mainPartOf(plainXml(await readList(file, contentTypes)))
  const { add, isFull, done } = textCollector()
  for await (const runs of runsOf(await findPart(file, main, mainBytesMax))) {
    add(runs)
    if (isFull()) break
    // What is unpacked already comes without a pause.
    await setImmediate()
  }
  return done()
}

async function findPart(file: FileHandle, name: string, bytesMax: number) {
  for await (const part of zipParts(file)) {
    if (part.name !== name) continue
    if (part.size > bytesMax) throw new Error('A part too large to be read')
    return part
  }
  throw new Error(`No part ${name}`)
}

async function readList(file: FileHandle, name: string) {
  const chunks: Buffer[] = []
  for await (const chunk of (await findPart(file, name, listBytesMax)).read()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The XML of a part, cut before its tags. */
async function* runsOf(part: ZipPart) {
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const chunk of part.read()) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    const decoded = decoder.decode(chunk, { stream: true })
    const cut = decoded.lastIndexOf('<')
    if (cut >= 0) {
      yield rest + decoded.slice(0, cut)
      rest = decoded.slice(cut)
    } else rest += decoded
    if (rest.length > runLengthMax) break
  }
  yield rest
}

/** What an element of WordprocessingML begins or ends with, where that is no text. */
const breaks: Record<string, string> = { tab: '\t', br: '\n', cr: '\n', '/p': '\n', '/tc': '\t' }

/** Collects the text of XML that arrives in pieces, up to a limit. */
function textCollector() {
  const pieces: string[] = []
  let length = 0
  let isText = false
  let fallbacks = 0
  const push = (text: string) => {
    if (text === '') return
    pieces.push(text)
    length += text.length
  }
  // Goes from tag to tag: one pattern over the whole text could take seconds on hostile input.
  const addRun = (run: string) => {
    const end = run.indexOf('>')
    if (end < 0) return
    const name = run
      .slice(0, end)
      .split(/[\s/]/, run.startsWith('/') ? 2 : 1)
      .join('/')
    const local = name.replace(/^(\/?)[^:/]*:/, '$1')
    // The same text box once more, for older programs.
    if (local === 'Fallback') fallbacks += 1
    else if (local === '/Fallback') fallbacks -= 1
    if (fallbacks > 0) return
    if (local === 't') isText = !run.slice(0, end).endsWith('/')
    else if (local === '/t') isText = false
    else push(breaks[local] ?? '')
    if (isText) push(decode(run.slice(end + 1)))
  }
  return {
    add: (xml: string) => xml.split('<').forEach(addRun),
    isFull: () => length >= resumeTextMax,
    done: () => tidyText(pieces.join('')),
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string) =>
  withoutReferences(text).replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => entities[name] ?? '',
  )

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// A sealed stream is a salt of 32 bytes, then pieces of 64 KiB, each encrypted with AES-256-GCM and followed by its tag
// of 16 bytes. A piece's nonce has its number and whether it is the last, so that none can be moved, left out or cut
// off. The key is derived from the salt and the stream's name, so that no stream can stand in for another.
const pieceBytes = 64 * 1024
const tagBytes = 16
const saltBytes = 32

type Bytes = AsyncIterable<Buffer>

const keyOf = (secret: string, salt: Buffer, name: string) =>
  new Uint8Array(hkdfSync('sha256', secret, salt, `sealed stream ${name}`, 32))

function nonceOf(piece: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(piece, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Encrypts a stream as it comes. */
export async function* seal(source: Bytes | Iterable<Buffer>, secret: string, name: string): Bytes {
  const salt = randomBytes(saltBytes)
  const key = keyOf(secret, salt, name)
  yield salt
  let number = 0
  for await (const { piece, isLast } of inPieces(source, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    yield cipher.update(piece)
    cipher.final()
    yield cipher.getAuthTag()
    number += 1
  }
}

/** What is read is not what was sealed. */
export class DamagedStream extends Error {}

/** Decrypts what `seal` made. @throws DamagedStream with one line where it is damaged, cut short or another stream */
export async function* unseal(source: Bytes, secret: string, name: string): Bytes {
  let key: Uint8Array | undefined
  const rest = async function* () {
    let head = Buffer.alloc(0)
    for await (const chunk of source) {
      if (key) yield chunk
      else {
        head = Buffer.concat([head, chunk])
        if (head.length < saltBytes) continue
        key = keyOf(secret, head.subarray(0, saltBytes), name)
        yield head.subarray(saltBytes)
      }
    }
  }
  let number = 0
  for await (const { piece, isLast } of inPieces(rest(), pieceBytes + tagBytes)) {
    if (!key || piece.length < tagBytes) throw new DamagedStream(`${name} is cut short`)
    const opened = open(key, piece, nonceOf(number, isLast))
    if (!opened) {
      const isCut = isLast && open(key, piece, nonceOf(number, false)) !== null
      throw new DamagedStream(
        isCut ? `${name} is cut short` : `${name} is damaged: it was changed since`,
      )
    }
    yield opened
    number += 1
  }
}

/** @returns null where the piece is not what was sealed with this key and nonce */
function open(key: Uint8Array, piece: Buffer, nonce: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(piece.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

/** Cuts a stream into pieces of equal length but for the last. There is always a last one, which may be empty. */
async function* inPieces(source: Bytes | Iterable<Buffer>, length: number) {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    bytes += chunk.length
    // More than one piece, since a piece that ends the stream is the last.
    if (bytes <= length) continue
    let all = joined(waiting)
    for (; all.length > length; all = all.subarray(length)) {
      yield { piece: all.subarray(0, length), isLast: false }
    }
    waiting = [all]
    bytes = all.length
  }
  yield { piece: joined(waiting), isLast: true }
}

/** One alone is not copied. */
const joined = ([first, ...others]: Buffer[]) =>
  first && others.length === 0 ? first : Buffer.concat([...(first ? [first] : []), ...others])

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DataKey } from './data-keys.ts'
import { keyFor } from './signing.ts'

// `sealed/`, the id of a data key, a slash, and in base64url a nonce of 12 bytes, what AES-256-GCM made of the text,
// and a tag of 16 bytes.
const pattern = /^sealed\/([\da-f]{12})\/([\w-]{38,})$/
const purpose = 'sealed text'
const [nonceBytes, tagBytes] = [12, 16]

/** A sealed text was changed, or stood in another place. */
export class DamagedText extends Error {}

/** @param place where it is stored: it can't be opened anywhere else */
export function sealText(text: string, place: string, { id, key }: DataKey) {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose, key), nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `sealed/${id}/${Buffer.concat(sealed).toString('base64url')}`
}

/** The id of the data key that a text is sealed with; null for one that is stored as it is. */
export const dataKeyIdOf = (stored: string) => pattern.exec(stored)?.[1] ?? null

/** Opens what `sealText` made with this key. @throws DamagedText */
export function openText(stored: string, place: string, { key }: DataKey) {
  const bytes = Buffer.from(pattern.exec(stored)?.[2] ?? '', 'base64url')
  const [nonce, sealed] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, -tagBytes)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose, key), nonce, {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString()
  } catch {
    throw new DamagedText(`${place} is damaged: it was changed since`)
  }
}

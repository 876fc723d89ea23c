import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * What signs emails as the sender's domain (RFC 6376). `name` is the selector that receivers find the public key under.
 */
export type DkimKey = { name: string; privateKey: KeyObject }

const bitsMin = 2048

/** @throws an Error of a few words unless the file has an RSA key of 2048 bits or more, in PEM */
export function readDkimKey(path: string): KeyObject {
  const wrong = new Error(`must be a file with an RSA key of ${bitsMin} bits or more, in PEM`)
  let key: KeyObject
  try {
    key = createPrivateKey(readFileSync(path))
  } catch {
    throw wrong
  }
  // Few mail servers know of other keys.
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa' || modulusLength < bitsMin) throw wrong
  return key
}

/** The domain of a sender's address. */
const domainOf = (sender: string) => sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()

/** The TXT record that must be published for this sender's domain. */
export function dkimRecord({ name, privateKey }: DkimKey, sender: string) {
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return {
    host: `${name}._domainkey.${domainOf(sender)}`,
    value: `v=DKIM1; k=rsa; p=${key.toString('base64')}`,
  }
}

/** What nodemailer signs an email of this sender by. */
export const dkimOptions = ({ name, privateKey }: DkimKey, sender: string) => ({
  domainName: domainOf(sender),
  keySelector: name,
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  headerFieldNames: signedHeaders.join(':'),
})

/** One click unsubscribes only where both of its headers are signed (RFC 8058, section 4). */
const signedHeaders = [
  'From',
  'Reply-To',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'In-Reply-To',
  'References',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]

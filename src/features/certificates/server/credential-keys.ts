import { createPrivateKey, createPublicKey } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Services } from '#platform/http/context.ts'
import { type SiteConfig, siteUrlOf } from '#platform/mail/site-url.ts'
import { keyFor } from '#platform/security/signing.ts'

type KeyServices = Pick<Services, 'config' | 'secret' | 'database' | 'now'>

/** Before the 32 bytes of a private key of Ed25519 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

const toJwk = (publicKey: string): JWK => ({ kty: 'OKP', crv: 'Ed25519', x: publicKey })

/**
 * The key that credentials are signed with, made of the setting or of the secret: nothing of it is stored but what
 * everybody may know, so that credentials outlast the key.
 */
export async function getSigningKey({ config, secret, database, now }: KeyServices) {
  const seed = keyFor('credentials', config.credentialKey ?? secret)
  const key = Buffer.concat([pkcs8Head, seed])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x as string
  const id = await calculateJwkThumbprint(toJwk(publicKey))
  const known = await database
    .selectFrom('credential_keys')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) {
    await database
      .insertInto('credential_keys')
      .values({ id, public_key: publicKey, created_at: now().toISOString() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
  return { id, privateKey }
}

/** Who signs, as the document at `/.well-known/did.json` describes it. */
export const didOf = (config: SiteConfig) =>
  `did:web:${encodeURIComponent(new URL(siteUrlOf(config)).host)}`

/** The document that publishes the keys of did:web: the one that signs, and all that ever did. */
export async function createDidDocument(signer: KeyServices) {
  await getSigningKey(signer)
  const keys = await signer.database
    .selectFrom('credential_keys')
    .select(['id', 'public_key'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const did = didOf(signer.config)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: keys.map(({ id, public_key }) => ({
      id: `${did}#${id}`,
      type: 'JsonWebKey2020',
      controller: did,
      publicKeyJwk: toJwk(public_key),
    })),
    assertionMethod: keys.map(({ id }) => `${did}#${id}`),
  }
}

import type { Services } from '#platform/http/context.ts'
import type { DataKey } from '#platform/security/data-keys.ts'
import { findKeyFor, sealRow } from '#platform/security/sealed-columns.ts'
import { signatureOf } from '#platform/security/signing.ts'

/** What an application stores of a national ID. */
export type StoredIdentification = {
  resume_id: number
  identification: string
  identification_key: string
}

/** A national ID in one spelling, in which IDs are compared. */
export const spellingOf = (identification: string) =>
  identification.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** 128 bits: no two IDs have one by chance. */
const hashLength = 22

/** What a national ID is found by: whoever has no data key can't try all IDs against it. */
export function hashOf(identification: string, { key }: DataKey) {
  const spelling = spellingOf(identification)
  return spelling && signatureOf(spelling, 'national ID', key).slice(0, hashLength)
}

/** What a national ID may be stored as to be found by: sealed with any key, or not sealed yet. */
export const identificationKeysOf = (identification: string, keys: readonly DataKey[]) => [
  spellingOf(identification),
  ...keys.map((key) => hashOf(identification, key)),
]

/**
 * The columns of a national ID that is sealed with a key. @param resume_id names the application before it has an id
 */
export const sealedIdentification = (
  identification: string,
  resume_id: number,
  key: DataKey,
): StoredIdentification => ({
  ...sealRow('applications', { identification, resume_id }, key),
  identification_key: hashOf(identification, key),
})

/** The same as it is to be stored now. Not in a transaction, since it may have to note the key. */
export async function toStoredIdentification(
  services: Pick<Services, 'database' | 'dataKeys' | 'now'>,
  identification: string,
  resume_id: number,
): Promise<StoredIdentification> {
  const key = await findKeyFor(services, 'national IDs')
  return key
    ? sealedIdentification(identification, resume_id, key)
    : { identification, resume_id, identification_key: spellingOf(identification) }
}

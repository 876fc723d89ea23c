import { verifyJWT } from 'did-jwt'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createApp } from '#server/app.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
})
afterEach(() => app[Symbol.asyncDispose]())

type Site = Pick<TestApp, 'request'>

/** The same site after a restart with another setting. */
function restartedWith(credentialKey: string): Site {
  const services = { ...app.services, config: { ...app.services.config, credentialKey } }
  const handlePage = async () => new Response('A page')
  const { fetch } = createApp(services, { handlePage, cache: null })
  return {
    request: async (path) =>
      fetch(new Request(`http://localhost${path}`), { peerAddress: '127.0.0.1' }),
  }
}

const pathOf = (code: string, action: string) => `/api/website/certificates/${code}/${action}/`
const download = async (code: string, site: Site = app) =>
  (await site.request(pathOf(code, 'credential'))).text()
const readDid = async (site: Site = app) => (await site.request('/.well-known/did.json')).json()

/** Verifies by another library, which knows nothing but the published document. */
async function verify(jwt: string, didDocument: { id: string }) {
  const resolve = async (did: string) => ({
    didDocument: did === didDocument.id ? didDocument : null,
    didResolutionMetadata: {},
    didDocumentMetadata: {},
  })
  const proofPurpose = 'assertionMethod' as const
  return verifyJWT(jwt, { resolver: { resolve }, proofPurpose, policies: { aud: false } })
}

test('the credential is verified by the published key alone', async () => {
  const { code, number } = await createCertificate(app.services, {
    full_name: 'Noëlla Mukamana',
    course: 'UX/UI Design',
    cohort: 'Women in Tech 4',
  })
  const response = await app.request(pathOf(code, 'credential'))
  expect(response.headers.get('content-type')).toBe('application/vc+jwt')
  expect(response.headers.get('content-disposition')).toContain(`certificate_${number}.jwt`)
  const jwt = await response.text()
  const { verified, payload, issuer } = await verify(jwt, await readDid())
  const id = `https://huza.example/verify/${code}`
  expect([verified, issuer]).toEqual([true, 'did:web:huza.example'])
  expect(payload).toMatchObject({
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    iss: 'did:web:huza.example',
    jti: id,
    sub: `${id}#graduate`,
    issuer: { id: 'did:web:huza.example', type: ['Profile'], name: 'Huza' },
    validFrom: '2026-01-15T22:00:00.000Z',
    nbf: Date.UTC(2026, 0, 15, 22) / 1000,
    credentialSubject: {
      id: `${id}#graduate`,
      type: ['AchievementSubject'],
      licenseNumber: number,
      identifier: [{ identityType: 'name', identityHash: 'Noëlla Mukamana', hashed: false }],
      achievement: { type: ['Achievement'], name: 'UX/UI Design' },
    },
  })
  expect(JSON.stringify(payload)).not.toContain('@example')
  expect(await download(code)).toBe(jwt)
})

test('a changed credential, or one of another key, is not verified', async () => {
  const { code } = await createCertificate(app.services)
  const [head, payload = '', signature] = (await download(code)).split('.')
  const forged = Buffer.from(payload, 'base64url').toString().replace('Aline', 'Alice')
  const jwt = [head, Buffer.from(forged).toString('base64url'), signature].join('.')
  const didDocument = await readDid()
  await expect(verify(jwt, didDocument)).rejects.toThrow('invalid_signature')
  const other = await download(code, restartedWith('another key of the credentials 1'))
  await expect(verify(other, didDocument)).rejects.toThrow('invalid_signature')
})

test('after a change of the key the new one signs, and what the old one signed stays valid', async () => {
  const { code } = await createCertificate(app.services)
  const first = await download(code)
  const restarted = restartedWith('another key of the credentials 1')
  const second = await download(code, restarted)
  expect(second).not.toBe(first)
  const didDocument = await readDid(restarted)
  expect(didDocument.verificationMethod).toHaveLength(2)
  for (const jwt of [first, second]) {
    expect(await verify(jwt, didDocument)).toMatchObject({ verified: true })
  }
  const kidOf = (jwt: string) =>
    JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid
  expect(didDocument.assertionMethod.toSorted()).toEqual([kidOf(first), kidOf(second)].toSorted())
})

test('the published document has public keys alone, and is for every origin', async () => {
  const response = await app.request('/.well-known/did.json')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const { verificationMethod } = await response.json()
  expect(verificationMethod).toHaveLength(1)
  const { publicKeyJwk } = verificationMethod[0]
  expect(Object.keys(publicKeyJwk).sort()).toEqual(['crv', 'kty', 'x'])
})

test('a replaced or revoked certificate gives no credential, and its own list says why', async () => {
  const token = await app.signIn('RECRUITER')
  const { id, code } = await createCertificate(app.services)
  const listOf = async (of: string) => (await app.json(pathOf(of, 'revocation'))).body
  expect(await listOf(code)).toEqual({
    id: `https://huza.example${pathOf(code, 'revocation')}`,
    issuer: 'did:web:huza.example',
    revokedCredential: [],
  })
  const path = `/api/admin/certificates/${id}/`
  const { body } = await app.json(path, { method: 'PATCH', token, json: { course: 'UI Design' } })
  const gone = await app.request(pathOf(code, 'credential'))
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([410, 'no-store'])
  expect((await listOf(code)).revokedCredential).toEqual([
    {
      id: `https://huza.example/verify/${code}`,
      revoked: true,
      revocationReason: 'Replaced by a corrected version',
    },
  ])
  expect((await app.request(pathOf(body.code, 'credential'))).status).toBe(200)
  const json = { reason: 'Issued by mistake' }
  await app.json(`${path}revoke/`, { method: 'POST', token, json })
  expect((await app.request(pathOf(body.code, 'credential'))).status).toBe(410)
  expect((await listOf(body.code)).revokedCredential).toMatchObject([
    { revoked: true, revocationReason: 'Revoked' },
  ])
  for (const action of ['credential', 'revocation']) {
    expect((await app.request(pathOf('2222-2222-2222', action))).status).toBe(404)
  }
})

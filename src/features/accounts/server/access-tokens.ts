import { jwtVerify, SignJWT } from 'jose'
import { keyFor } from '#platform/security/signing.ts'

const algorithm = 'HS256'
const issuer = 'accounts'
const audience = 'api'
const accessTokenSeconds = 15 * 60

/** A token that identifies a session. Its permissions are looked up at each request. */
export function signAccessToken(
  services: { secret: string; now(): Date },
  session: { id: string; userId: number },
) {
  const issuedAt = Math.floor(services.now().getTime() / 1000)
  return new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(String(session.userId))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(keyFor('access tokens', services.secret))
}

/** The session of a token, or null if it was not signed here or has expired. */
export async function readAccessToken(
  services: { secret: string; now(): Date },
  token: string,
): Promise<{ id: string; userId: number } | null> {
  try {
    const { payload } = await jwtVerify(token, keyFor('access tokens', services.secret), {
      algorithms: [algorithm],
      issuer,
      audience,
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: services.now(),
    })
    return { id: String(payload.sid), userId: Number(payload.sub) }
  } catch {
    return null
  }
}

import { jwtVerify, SignJWT } from 'jose'
import { keyFor } from '#platform/security/signing.ts'

const algorithm = 'HS256'
const issuer = 'accounts'
const audience = 'api'
const accessTokenSeconds = 15 * 60

/** A token that says which session its bearer is in; what that may do is looked up at each call. */
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

/** The session that a token names, or null unless this product signed it and it is not over. */
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

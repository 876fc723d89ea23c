import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const lengthMin = 32

/**
 * The configured secret, or one generated at the first start and stored in the data folder.
 * @throws when the stored one is truncated: a short secret could be guessed, and tokens for any user forged
 */
export function loadSecret(config: { secretKey?: string | undefined; dataDir: string }) {
  if (config.secretKey) return config.secretKey
  const file = join(config.dataDir, 'secret')
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) storeNewSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < lengthMin) {
    throw new Error(
      `${file} is cut short. Restore it, or delete it: a new one ends all sign-ins and second factors.`,
    )
  }
  return secret
}

/** Creates the file atomically and complete; if several processes start at once, the first one wins. */
function storeNewSecret(file: string) {
  const draft = `${file}-${randomUUID()}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

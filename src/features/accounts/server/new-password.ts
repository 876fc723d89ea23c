import { invalidFields } from '#platform/http/errors.ts'

/**
 * Refuses a new password that is guessed first. Its length is the contract's matter.
 * @param field the input field of the password, for the error
 * @throws 400 for the field
 */
export async function refuseWeakPassword(field: string, password: string, email: string) {
  if (password.trim().toLowerCase() === email) {
    throw invalidFields({ [field]: ['Use something else than the email address'] })
  }
  if (await isCommonPassword(password)) {
    throw invalidFields({
      [field]: ['This password is too common. Several words in a row are harder to guess'],
    })
  }
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loaded when first needed: unpacking some 49,000 passwords would slow down every start. */
async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Whether it is on the list, or mostly a password of the list with digits and signs around it. */
export async function isCommonPassword(password: string) {
  commonPasswords ??= loadCommonPasswords()
  const known = await commonPasswords
  const typed = password.trim().toLowerCase()
  if (known.has(typed)) return true
  const stem = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return stem.length * 2 >= typed.length && known.has(stem)
}

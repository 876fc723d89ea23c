import { domainToASCII } from 'node:url'
import { emailLengthMax } from '#shared/validation.ts'

/**
 * The key that makes email addresses unique: equal for all spellings of one address, by case, by Unicode's composed
 * and decomposed letters, and by the domain in its own script and in ASCII (IDNA).
 */
export function emailKeyOf(email: string) {
  const [local, domain] = partsOf(email)
  return `${local}@${domain}`
}

/**
 * The mailbox that an address leads to: without the part after a plus, and at Gmail without dots. Only for limits,
 * since not every server reads addresses so.
 */
export function mailboxOf(email: string) {
  const [local, domain] = partsOf(email)
  const name = local.replace(/(?<=.)\+.*$/s, '')
  return gmailDomains.includes(domain)
    ? `${name.replaceAll('.', '')}@${gmailDomains[0]}`
    : `${name}@${domain}`
}

const gmailDomains = ['gmail.com', 'googlemail.com']

/**
 * The parts of an address before and after the @, in one spelling. What is longer than an address may be comes from a
 * stranger's email alone: it is cut, since normalization would take seconds for a long row of combining marks.
 */
function partsOf(email: string): [local: string, domain: string] {
  const cut = email.trim().slice(0, emailLengthMax)
  // Some capital letters have no composed form, such as J with a caron, but the small one has.
  const text = cut.normalize().toLowerCase().normalize()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return [text.slice(0, Math.max(0, at)), domainToASCII(domain) || domain]
}

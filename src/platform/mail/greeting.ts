const lengthMax = 20
const letters = String.raw`(?:\p{L}[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}[\p{Lu}\p{M}]+)`
const firstName = new RegExp(`^(?:\\p{Lu}['’])?${letters}(?:['’-]${letters})?$`, 'u')
const title = /^(?:mrs?|ms|miss|sir|dr|prof|eng|rev)$/i

/**
 * The first line of an email. Anybody can register a stranger's email under any name, so no more of it is repeated than
 * the first word, if that is a name by its letters: one word is neither a link nor a message.
 */
export function greetingOf(name: string) {
  const [first = ''] = name.trim().split(/\s/)
  const isName = first.length <= lengthMax && firstName.test(first) && !title.test(first)
  return isName ? `Dear ${first},` : 'Hello,'
}

const lengthMax = 40
const wordsMax = 4
const word = /^(?:\p{L}[\p{L}\p{M}'’-]*|\p{Lu}\p{Ll}?\.)$/u

/**
 * The first line of an email. Anybody can register a stranger's e-mail under any name, so a name that could be read as
 * a link or a message is left out: only a few words of letters and initials are repeated.
 */
export function greetingOf(name: string) {
  const words = name.split(' ')
  const isPlain =
    name.length <= lengthMax && words.length <= wordsMax && words.every((one) => word.test(one))
  return isPlain ? `Dear ${name},` : 'Hello,'
}

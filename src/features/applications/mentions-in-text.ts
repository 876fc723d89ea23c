/** A user who manages applications. */
export type Colleague = { id: number; name: string }

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** Where a text mentions people, as in '@Diane Keza'. A name that two of them have stands for both. */
export function mentionsIn<Person extends Colleague>(text: string, people: readonly Person[]) {
  if (people.length === 0 || !text.includes('@')) return []
  // The longest first: '@Diane Keza' is not Diane.
  const names = people.map(({ name }) => name).sort((a, b) => b.length - a.length)
  const pattern = `(?<![\\p{L}\\p{N}.])@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`
  return [...text.matchAll(new RegExp(pattern, 'giu'))].map((match) => {
    const [whole, found = ''] = match
    const isMeant = ({ name }: Person) => name.toLowerCase() === found.toLowerCase()
    const { index: start } = match
    return { start, end: start + whole.length, people: people.filter(isMeant) }
  })
}

import { searchable } from '#database/search.ts'

const searchedMax = 4_000

/** What a message is searched by of an answer by email: in its `search_text` it stands behind the message's own words. */
export const wordsOfAnswer = (text: string) => `\n${searchable(text.slice(0, searchedMax))}`

/** What a message is searched by, without an answer that goes. */
export function withoutAnswer(searchText: string, answer: string) {
  const words = wordsOfAnswer(answer)
  for (let at = searchText.lastIndexOf(words); at > 0; at = searchText.lastIndexOf(words, at - 1)) {
    const rest = searchText.slice(at + words.length)
    if (rest === '' || rest.startsWith('\n')) return searchText.slice(0, at) + rest
  }
  return searchText
}

/** What became of a form that was posted without JavaScript, as the address of the page says it afterwards. */
export type Posted = 'comment' | 'reply' | 'held'

export const readPosted = (search: URLSearchParams): Posted | null =>
  (['comment', 'reply', 'held'] as const).find((one) => one === search.get('posted')) ?? null

import type { Article } from '../contract.ts'

/** What an article is about, in a line of tags. */
export function ArticleTags({ tags }: { tags: Article['tags'] }) {
  const names = tags.length > 0 ? tags.map(({ name }) => name) : ['General']
  return (
    <ul aria-label="Tags" className="mt-12 flex flex-wrap gap-2">
      {names.map((name) => (
        <li
          key={name}
          className="wrap-anywhere rounded-sm bg-sand px-3 py-1 font-semibold text-muted text-sm ring-1 ring-line ring-inset"
        >
          #{name}
        </li>
      ))}
    </ul>
  )
}

type NameIn<Ordering> = Ordering extends `-${infer Name}` ? Name : Ordering

/** What a list is sorted by, and in which direction. @param ordering as in a list's query, such as `-created_at` */
export function readOrdering<Ordering extends string>(ordering: Ordering) {
  const isDescending = ordering.startsWith('-')
  const name = (isDescending ? ordering.slice(1) : ordering) as NameIn<Ordering>
  return { name, direction: isDescending ? 'desc' : 'asc' } as const
}

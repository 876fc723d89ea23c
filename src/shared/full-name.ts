/** What a person is called. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`

/** Lists names or the like: 'email, phone and national ID'. */
export const formatList = (parts: readonly string[]) => new Intl.ListFormat('en-GB').format(parts)

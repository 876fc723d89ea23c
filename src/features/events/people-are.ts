import { formatCount } from '#shared/format.ts'

/** '1 person is', '12 people are'. */
export const peopleAre = (count: number) =>
  count === 1 ? '1 person is' : `${formatCount(count)} people are`

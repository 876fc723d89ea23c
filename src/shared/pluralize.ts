/** A number with its noun: '1 week', '13 weeks'. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

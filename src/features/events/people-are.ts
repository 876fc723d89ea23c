/** '1 person is', '12 people are'. */
export const peopleAre = (count: number) =>
  count === 1 ? '1 person is' : `${count.toLocaleString('en')} people are`

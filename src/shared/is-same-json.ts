/** Whether two values are the same as JSON: form values, rows, lists of them. Keys are compared in their order. */
export const isSameJson = (one: unknown, other: unknown) =>
  // Long texts are not written as JSON to be compared.
  one === other || (typeof one !== 'string' && JSON.stringify(one) === JSON.stringify(other))

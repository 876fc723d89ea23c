/** Orders names as people look them up: Éric and eric beside each other, neither behind Zoé. */
export const compareNames = new Intl.Collator('en').compare

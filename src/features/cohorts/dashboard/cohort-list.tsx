export function CohortList() { return null }

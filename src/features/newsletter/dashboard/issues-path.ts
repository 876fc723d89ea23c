/** The list of issues. */
export const issuesPath = '/dashboard/newsletter/issues'

/** A call with a fixed path, and who makes it: visitors' pages, staff's screens, or both. */
type SpecifiedCall = { call: string; by: 'visitors' | 'staff' | 'both' }

const calls = (by: SpecifiedCall['by'], table: string): SpecifiedCall[] =>
  table
    .trim()
    .split('\n')
    .map((line) => ({ call: line.trim(), by }))

/**
 * The calls whose paths are fixed, because other servers and clients of this API have them too. The dashboard's calls
 * of articles are its own.
 */
export const specifiedCalls: SpecifiedCall[] = [
  ...calls(
    'visitors',
    `
    GET /website/news/slug/{slug}/
    GET /website/news/{id}/
    GET /website/news/related_blog/
    POST /website/reply-comments/
    POST /website/subscribe/
    POST /website/contact-us/
    POST /website/comments/
    GET /students/certificate/
    POST /website/application/
    `,
  ),
  ...calls(
    'both',
    `
    GET /website/news/
    GET /website/testimonies/
    POST /website/testimonies/
    GET /website/cohorts/
    GET /techstacks/
    GET /website/team-members/
    `,
  ),
  ...calls(
    'staff',
    `
    PATCH /dashboard/news/{id}/
    DELETE /dashboard/news/{id}/
    PATCH /dashboard/news/{id}/publish/
    PATCH /dashboard/news/{id}/unpublish/
    PATCH /dashboard/news/{id}/archive/
    PATCH /website/testimonies/{id}/
    DELETE /website/testimonies/{id}/
    PATCH /admin/testimonials/{id}/toggle-visibility/
    PATCH /admin/testimonials/batch/
    GET /website/application/
    GET /website/application/{id}/
    POST /website/application/{id}/change-status/
    PATCH /admin/applications/batch-status/
    POST /admin/applications/export/
    DELETE /admin/applications/{id}/
    GET /website/comments/
    PATCH /admin/comments/{id}/approve/
    PATCH /admin/comments/{id}/reject/
    DELETE /admin/comments/{id}/
    PATCH /admin/comments/batch/
    GET /website/contact-us/
    GET /admin/contacts/{id}/
    DELETE /admin/contacts/{id}/
    PATCH /admin/contacts/{id}/status/
    PATCH /admin/contacts/{id}/read/
    PATCH /admin/contacts/batch/
    POST /website/team-members/
    PATCH /website/team-members/{id}/
    DELETE /admin/team-members/{id}/
    PATCH /admin/team-members/{id}/toggle-status/
    `,
  ),
]

/**
 * Calls of the table that no page of ours makes, and why. They stay for others who build on the table: a site of their
 * own, or a program.
 */
export const callsOfOthers: Record<string, string> = {
  'POST /dashboard/news/': 'The editor begins with a draft, which is published later.',
  'GET /website/tags/': 'The editor reads the tags with their numbers of articles.',
}

/** Further calls for staff that no screen makes, and why. */
export const callsWithoutScreen: Record<string, string> = {
  'batches.get': 'The list of batches tells all of it.',
}

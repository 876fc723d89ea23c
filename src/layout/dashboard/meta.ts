import { company } from '#shared/company.ts'

/** The `meta` of a dashboard page. Search engines must not index it. */
export const dashboardMeta = (title: string) => [
  { title: `${title} · ${company.name}` },
  { name: 'robots', content: 'noindex' },
]

import { company } from '#shared/company.ts'

/** The `meta` of a page of the dashboard, which no search engine shall list. */
export const dashboardMeta = (title: string) => [
  { title: `${title} · ${company.name}` },
  { name: 'robots', content: 'noindex' },
]

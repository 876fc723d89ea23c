import { data } from 'react-router'
import { NotFound } from '#layout/not-found.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import type { Route } from './+types/not-found.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Page Not Found',
    description: 'There is no page at this address. Find your way back from here.',
  })
}

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFound />
}

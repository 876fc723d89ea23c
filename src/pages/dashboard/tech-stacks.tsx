import { TechStackList } from '#features/tech-stacks/dashboard/tech-stack-list.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Tech stacks')

export default function TechStacksPage() {
  return <TechStackList />
}

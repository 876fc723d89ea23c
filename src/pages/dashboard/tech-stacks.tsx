import { TechStackOrder } from '#features/tech-stacks/dashboard/tech-stack-order.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Tech stacks')

export default function TechStacksPage() {
  return <TechStackOrder />
}

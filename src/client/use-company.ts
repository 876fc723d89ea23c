import { createContext, use } from 'react'
import type { Company } from '#shared/settings.ts'

/** What administrators set of the company, from the data of the first page. */
export const CompanyContext = createContext<Company | null>(null)

export function useCompany(): Company {
  const company = use(CompanyContext)
  if (!company) throw new Error('useCompany must be used within the root route')
  return company
}

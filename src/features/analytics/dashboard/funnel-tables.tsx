import type { AnalyticsReport } from '../contract.ts'
import { CountTable } from './count-table.tsx'

/** How far applications come, by cohort, and what keeps them from being sent. */
export function FunnelTables({ funnel }: Pick<AnalyticsReport, 'funnel'>) {
  const { seen, cohorts, refused } = funnel
  const sumOf = (step: 'chosen' | 'stack' | 'typed' | 'sent') =>
    cohorts.reduce((sum, cohort) => sum + cohort[step], 0)
  const all = [sumOf('chosen'), sumOf('stack'), sumOf('typed'), sumOf('sent')]
  return (
    <>
      <CountTable
        label="The application, step by step"
        className="xl:col-span-2"
        names={['Application']}
        counts={['Seen', 'Cohort chosen', 'Stack chosen', 'Typed', 'Sent']}
        rows={
          seen + cohorts.length === 0
            ? []
            : [{ key: 'all', names: ['All cohorts'], counts: [seen, ...all] }]
        }
      />
      <CountTable
        label="The application by cohort"
        names={['Cohort']}
        counts={['Chosen', 'Stack chosen', 'Typed', 'Sent']}
        rows={cohorts.map(({ id, name, chosen, stack, typed, sent }) => ({
          key: String(id),
          names: [name],
          counts: [chosen, stack, typed, sent],
        }))}
      />
      <CountTable
        label="Fields that were refused"
        names={['Field that was refused']}
        counts={['Times']}
        rows={refused.map(({ field, cohort_id, cohort, count }) => ({
          key: `${cohort_id} ${field}`,
          names: [
            <>
              {field.replaceAll('_', ' ')}
              <span className="block font-normal text-muted">{cohort}</span>
            </>,
          ],
          counts: [count],
        }))}
      />
    </>
  )
}

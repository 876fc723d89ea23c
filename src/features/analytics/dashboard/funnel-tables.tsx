import type { AnalyticsReport } from '../contract.ts'
import { CountTable } from './count-table.tsx'
import { MilestoneBars } from './milestone-bars.tsx'

/** How far applications come, by cohort, and what keeps them from being sent. */
export function FunnelTables({ funnel }: Pick<AnalyticsReport, 'funnel'>) {
  const { seen, cohorts, refused } = funnel
  const sumOf = (step: 'chosen' | 'stack' | 'typed' | 'sent') =>
    cohorts.reduce((sum, cohort) => sum + cohort[step], 0)
  const steps = [
    { label: 'Cohort chosen', count: sumOf('chosen') },
    { label: 'Stack chosen', count: sumOf('stack') },
    { label: 'Typed', count: sumOf('typed') },
    { label: 'Sent', count: sumOf('sent') },
  ]
  return (
    <>
      {seen + cohorts.length > 0 && (
        <div className="xl:col-span-2">
          <MilestoneBars
            title="How far applications come"
            labelClassName="w-full sm:w-[7rem]"
            total={seen}
            rows={[{ label: 'Page seen', count: seen }, ...steps]}
          />
        </div>
      )}
      <CountTable
        label="The application by cohort"
        names={['Cohort']}
        counts={['Chosen', 'Stack', 'Typed', 'Sent']}
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
              <span className="block first-letter:uppercase">{field.replaceAll('_', ' ')}</span>
              <span className="block font-normal text-muted">{cohort}</span>
            </>,
          ],
          counts: [count],
        }))}
      />
    </>
  )
}

import { DayField } from '#ui/data-table/day-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { lastMonth, periods, type usePeriod } from './use-period.ts'

const chosen = 'chosen'
const month = 'month'
const options = [
  ...periods.map((days) => ({
    value: String(days),
    label: days === 365 ? 'Last 12 months' : `Last ${days} days`,
  })),
  { value: month, label: 'Last month' },
  { value: chosen, label: 'From … to …' },
]

/** Chooses the period of the statistics. */
export function PeriodFields({ listUrl, days, isChosen, from, to }: ReturnType<typeof usePeriod>) {
  function choose(value: string) {
    if (value === month) listUrl.set({ days: undefined, ...lastMonth() })
    else if (value === chosen) listUrl.set({ days: undefined, from, to })
    else listUrl.set({ days: value, from: undefined, to: undefined })
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Period"
        options={options}
        value={isChosen ? chosen : String(days)}
        onChange={(event) => choose(event.target.value)}
        className="w-[min(12rem,75vw)]"
      />
      {isChosen && (
        <>
          <DayField
            label="First day"
            value={from}
            max={to}
            onChoose={(day) => listUrl.set({ from: day }, { replace: true })}
            isRequired
          />
          <DayField
            label="Last day"
            value={to}
            min={from}
            onChoose={(day) => listUrl.set({ to: day }, { replace: true })}
            isRequired
          />
        </>
      )}
    </div>
  )
}

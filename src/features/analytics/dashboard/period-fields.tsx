import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { periods, type usePeriod } from './use-period.ts'

const chosen = 'chosen'
const options = [
  ...periods.map((days) => ({
    value: String(days),
    label: days === 365 ? 'Last 12 months' : `Last ${days} days`,
  })),
  { value: chosen, label: 'From … to …' },
]

/** Chooses the period of the statistics. */
export function PeriodFields({ listUrl, days, isChosen, from, to }: ReturnType<typeof usePeriod>) {
  function choose(value: string) {
    if (value === chosen) listUrl.set({ days: undefined, from, to })
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
          <TextField
            label="First day"
            type="date"
            value={from}
            max={to}
            onChange={(event) => listUrl.set({ from: event.target.value }, { replace: true })}
          />
          <TextField
            label="Last day"
            type="date"
            value={to}
            min={from}
            onChange={(event) => listUrl.set({ to: event.target.value }, { replace: true })}
          />
        </>
      )}
    </div>
  )
}

import { type KeyboardEvent, useId } from 'react'

type PercentSliderProps = {
  /** Where the share is measured from. */
  edge: 'left' | 'right' | 'top' | 'bottom'
  value: number
  max?: number
  onChange: (percent: number) => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A share of a picture's width or height. The arrow keys move it by one percent, in their own direction. */
export function PercentSlider({ edge, value, max = 100, onChange }: PercentSliderProps) {
  const id = useId()
  const percent = Math.round(value)

  /** Browsers count upwards, which is towards the top. */
  function handleKey(event: KeyboardEvent) {
    const step = steps[event.key]
    if (edge !== 'top' || !step) return
    event.preventDefault()
    onChange(Math.min(max, Math.max(0, percent + step)))
  }

  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-sm">
        From the {edge}
      </label>
      <span aria-hidden="true" className="text-muted text-sm tabular-nums">
        {percent} %
      </span>
      <input
        id={id}
        type="range"
        dir={edge === 'right' ? 'rtl' : undefined}
        min={0}
        max={Math.round(max)}
        value={percent}
        aria-valuetext={`${percent} percent`}
        onKeyDown={handleKey}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="col-span-2 h-7 w-full accent-primary"
      />
    </div>
  )
}

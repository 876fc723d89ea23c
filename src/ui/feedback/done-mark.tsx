import { Check } from '#ui/icons.ts'
import { Imigongo } from '../ornament/imigongo.tsx'

/** The sign of success: a tick on a diamond of Imigongo. */
export function DoneMark({ seed }: { seed: string }) {
  return (
    <div className="relative mb-10 grid size-28 rotate-45 place-items-center overflow-hidden rounded shadow-high">
      <Imigongo seed={seed} bands={4} unitPx={2} className="absolute h-full" />
      <span className="relative grid size-14 place-items-center rounded bg-primary text-on-primary">
        <Check aria-hidden="true" className="size-8 -rotate-45" strokeWidth={3} />
      </span>
    </div>
  )
}

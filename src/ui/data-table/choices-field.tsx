import { type ComponentProps, useId, useState } from 'react'
import { ChevronDown } from '#ui/icons.ts'
import { classNames } from '../class-names.ts'
import { inputClass } from '../forms/field.tsx'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { notifyNotLoaded } from '../lazy/lazy-component.tsx'
import type { ChoicesWindow as LoadedWindow } from './choices-window.tsx'
import { type Filter, joinValues, valuesIn } from './filters.ts'
import type { ListUrl } from './list-url.ts'

const load = () => importWithRetry(() => import('./choices-window.tsx'))

type ChoicesFieldProps = { name: string; filter: Filter; listUrl: ListUrl }

/** A filter by several values: a button that tells those chosen, and a list that is loaded when it is opened. */
export function ChoicesField({ name, filter, listUrl }: ChoicesFieldProps) {
  const id = useId()
  const [ChoicesWindow, setChoicesWindow] = useState<typeof LoadedWindow>()
  const options = filter.useOptions?.() ?? []
  const chosen = valuesIn(listUrl.get(name))
  const labels = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  const loadAhead = () => void load().catch(() => {})
  const button: ComponentProps<'button'> = {
    id: `${id}-button`,
    'aria-labelledby': `${id} ${id}-button`,
    className: classNames(inputClass, 'flex items-center justify-between gap-2 text-left'),
    children: (
      <>
        <span className="truncate">{labels.join(', ') || filter.anyLabel}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </>
    ),
  }
  return (
    <div className="min-w-0">
      <span id={id} className="mb-1.5 block font-semibold text-sm">
        {filter.label}
      </span>
      {ChoicesWindow ? (
        <ChoicesWindow
          button={button}
          label={filter.label}
          options={options}
          chosen={chosen}
          onChoose={(values) => listUrl.set({ [name]: joinValues(values) })}
        />
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={false}
          onPointerEnter={loadAhead}
          onFocus={loadAhead}
          onClick={() =>
            load().then((module) => setChoicesWindow(() => module.ChoicesWindow), notifyNotLoaded)
          }
          {...button}
        />
      )}
    </div>
  )
}

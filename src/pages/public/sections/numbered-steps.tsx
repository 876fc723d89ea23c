import { useId } from 'react'

type NumberedStepsProps = { steps: readonly { title: string; text: string }[] }

/** Three numbered steps, joined by an Imigongo zigzag. */
export function NumberedSteps({ steps }: NumberedStepsProps) {
  const id = useId()
  return (
    <ol className="grid gap-x-8 gap-y-10 md:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <div className="flex items-center gap-4 pl-3">
            <span className="grid size-14 shrink-0 rotate-45 place-items-center rounded-sm bg-ink font-extrabold text-paper text-xl ring-2 ring-ochre ring-offset-4 ring-offset-sand">
              <span className="-rotate-45">{index + 1}</span>
            </span>
            <svg aria-hidden="true" className="ml-2 h-3 w-0 grow text-accent">
              {index === 0 && (
                <pattern id={id} width="16" height="12" patternUnits="userSpaceOnUse">
                  <path d="m0 11 8-9 8 9" className="fill-none stroke-2 stroke-current" />
                </pattern>
              )}
              <rect width="100%" height="12" fill={`url(#${id})`} />
            </svg>
          </div>
          <h3 className="mt-8 text-xl">{title}</h3>
          <p className="mt-2 max-w-[36ch] text-muted">{text}</p>
        </li>
      ))}
    </ol>
  )
}

import { classNames } from '#ui/class-names.ts'

/**
 * The progress: 'Step 2 of 4', and a dot for each step where there is room.
 * @param step counts from 1
 */
export function Stepper({ names, step }: { names: readonly string[]; step: number }) {
  return (
    <div>
      <p className="font-semibold text-sm">{`Step ${step} of ${names.length}`}</p>
      <ol aria-label="Progress" className="mt-3 flex gap-3 max-md:hidden">
        {names.map((name, index) => (
          <li
            key={name}
            aria-current={index + 1 === step ? 'step' : undefined}
            className={classNames(
              'flex flex-col gap-2 text-sm not-last:w-30 lg:not-last:w-36',
              index + 1 === step ? 'font-semibold text-text' : 'text-muted',
            )}
          >
            <span aria-hidden="true" className="flex items-center gap-3">
              <span
                className={classNames(
                  'size-3.5 shrink-0 rotate-45 rounded-[3px] ring-2 transition-colors duration-500',
                  index < step ? 'bg-accent ring-accent' : 'ring-control',
                )}
              />
              {index + 1 < names.length && (
                <span
                  className={classNames(
                    'h-0.5 grow rounded-full transition-colors duration-500',
                    index + 1 < step ? 'bg-accent' : 'bg-line',
                  )}
                />
              )}
            </span>
            {name}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Announces each step change to screen readers, but not the first step. */
export function StepAnnouncer({
  step,
  count,
  title,
}: {
  step: number
  count: number
  title: string
}) {
  return (
    <p role="status" className="sr-only">
      {`Step ${step} of ${count}: ${title}`}
    </p>
  )
}

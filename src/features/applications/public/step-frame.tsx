import { type FormEvent, type ReactNode, type Ref, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { ignoreDoubleClick } from '#ui/forms/ignore-double-click.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { ChevronLeft, ChevronRight } from '#ui/icons.ts'
import { applicationUrl } from './application-url.ts'

type StepFrameProps = {
  title: ReactNode
  text?: ReactNode
  headingRef: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A step: heading, instructions and content. */
export function StepFrame({ title, text, headingRef, children }: StepFrameProps) {
  return (
    <div className="animate-rise">
      <h2 ref={headingRef} tabIndex={-1} className="text-2xl">
        {title}
      </h2>
      {text && <div className="measure mt-2 text-pretty text-muted">{text}</div>}
      <div className="mt-8">{children}</div>
    </div>
  )
}

type StepButtonsProps = {
  onPrevious?: () => void
  /** The previous step, where the button may lead there without JavaScript. */
  previousStep?: number
  isHeld?: boolean
  /** What the next step still needs. */
  note?: ReactNode
  children: ReactNode
}

/** The buttons below a step: Previous, disabled on the first step, and `children` for the next step. */
export function StepButtons(props: StepButtonsProps) {
  const { onPrevious, previousStep, isHeld = false, note, children } = props
  return (
    <div className="mt-8 border-line border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Button
          variant="secondary"
          disabled={!onPrevious || isHeld}
          onClick={ignoreDoubleClick(onPrevious)}
          {...(previousStep
            ? { type: 'submit', name: 'step', value: previousStep }
            : { className: 'noscript:invisible' })}
        >
          <ChevronLeft aria-hidden="true" className="-ml-1 size-5" />
          Previous
        </Button>
        {children}
      </div>
      {note && <div className="mt-3 flex justify-end text-right">{note}</div>}
    </div>
  )
}

/** The button, which a press without a choice focuses again, and the note below it. */
const continueId = 'continue'
const noteId = 'missing-choice'

/** What is chosen, by its name in the address. */
type Choices = Readonly<Record<string, string | number | undefined>>

/** The address of the wizard, to which the choice is added. */
const action = applicationUrl(1, {})

/** The form of a button in the list that shows more to choose from: what is chosen stays. */
export const moreFormId = 'more-choices'

type ChoiceStepProps = {
  title: ReactNode
  text: ReactNode
  /** The server's error about this choice. */
  error: string | undefined
  headingRef: Ref<HTMLHeadingElement>
  /** The choices of other steps, and the next step where it doesn't follow from them, by their names in the address. */
  kept: Choices
  /** What is chosen in this step, by its name in the address; without a value until then. */
  chosen: { name: string; value: string | number | undefined }
  /** The step after this one. */
  nextStep: number
  /** Whether the list has a button of the form `moreFormId`. */
  hasMore?: boolean
  onPrevious?: () => void
  onContinue: () => void
  /** Shown when Continue is pressed before something is chosen. */
  missing: string
  /** Whether it was pressed so before hydration. */
  isMissing: boolean
  children: ReactNode
}

/**
 * A step for choosing one item of a list. Its buttons put the choice into the URL, or the step that is asked for
 * without one. Before hydration the browser opens that: it is a small document, and the scripts are many.
 */
export function ChoiceStep(props: ChoiceStepProps) {
  const { title, text, error, headingRef, kept, chosen, nextStep } = props
  const { onPrevious, missing, children } = props
  const [wasMissing] = useState(props.isMissing)
  const [hasAsked, setHasAsked] = useState(wasMissing)
  const isChosen = chosen.value !== undefined
  const isNoted = hasAsked && !isChosen

  useEffect(() => {
    if (wasMissing) showErrors([missing])
  }, [wasMissing, missing])

  function handleContinue() {
    if (isChosen) return props.onContinue()
    setHasAsked(true)
    showErrors([missing])
  }

  return (
    <StepFrame title={title} text={text} headingRef={headingRef}>
      {props.hasMore && (
        <form id={moreFormId} action={action} data-plain="" onSubmit={preventDefault}>
          <HiddenFields
            values={{
              ...kept,
              [chosen.name]: chosen.value,
              // This one, unless it follows from no choice being made.
              step: isChosen || kept.step ? nextStep - 1 : undefined,
            }}
          />
        </form>
      )}
      <div role="alert">
        {error && (
          <p className="mb-6 rounded bg-error-soft px-5 py-4 font-semibold text-error">{error}</p>
        )}
      </div>
      <form action={action} data-plain="" onSubmit={preventDefault}>
        <HiddenFields values={kept} />
        {children}
        <StepButtons
          onPrevious={onPrevious}
          previousStep={onPrevious && nextStep - 2}
          note={isNoted && <FieldError id={noteId}>{missing}</FieldError>}
        >
          <Button
            id={continueId}
            type="submit"
            aria-disabled={!isChosen}
            aria-describedby={isNoted ? noteId : undefined}
            // The choices are above it.
            className="scroll-mt-[65dvh]"
            onClick={ignoreDoubleClick(handleContinue)}
            {...(isChosen
              ? chosen
              : { name: 'step', value: nextStep, formAction: `#${continueId}` })}
          >
            Continue
            <ChevronRight aria-hidden="true" className="-mr-1 size-5" />
          </Button>
        </StepButtons>
      </form>
    </StepFrame>
  )
}

const preventDefault = (event: FormEvent) => event.preventDefault()

const HiddenFields = ({ values }: { values: Choices }) =>
  Object.entries(values).map(
    ([name, value]) =>
      value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )

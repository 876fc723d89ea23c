import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from '#ui/button.tsx'
import { ignoreDoubleClick } from '#ui/forms/ignore-double-click.ts'

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

type StepButtonsProps = { onPrevious?: () => void; isHeld?: boolean; children: ReactNode }

/** The buttons below a step: Previous, disabled on the first step, and `children` for the next step. */
export function StepButtons({ onPrevious, isHeld = false, children }: StepButtonsProps) {
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-line border-t pt-6">
      <Button
        variant="secondary"
        disabled={!onPrevious || isHeld}
        onClick={ignoreDoubleClick(onPrevious)}
      >
        <ChevronLeft aria-hidden="true" className="-ml-1 size-5" />
        Previous
      </Button>
      {children}
    </div>
  )
}

function ContinueButton(props: { isDisabled: boolean; onClick: () => void }) {
  return (
    <Button disabled={props.isDisabled} onClick={ignoreDoubleClick(props.onClick)}>
      Continue
      <ChevronRight aria-hidden="true" className="-mr-1 size-5" />
    </Button>
  )
}

type ChoiceStepProps = {
  title: ReactNode
  text: ReactNode
  /** The server's error about this choice. */
  error: string | undefined
  headingRef: Ref<HTMLHeadingElement>
  onPrevious?: () => void
  /** Undefined until something is chosen. */
  onContinue: (() => void) | undefined
  children: ReactNode
}

/** A step for choosing one item of a list. */
export function ChoiceStep(props: ChoiceStepProps) {
  const { title, text, error, headingRef, onPrevious, onContinue, children } = props
  return (
    <StepFrame {...{ title, text, headingRef }}>
      <div role="alert">
        {error && (
          <p className="mb-6 rounded bg-error-soft px-5 py-4 font-semibold text-error">{error}</p>
        )}
      </div>
      {children}
      <StepButtons onPrevious={onPrevious}>
        <ContinueButton isDisabled={!onContinue} onClick={() => onContinue?.()} />
      </StepButtons>
    </StepFrame>
  )
}

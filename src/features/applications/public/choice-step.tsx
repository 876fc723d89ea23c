import type { ReactNode, Ref } from 'react'
import { ContinueButton, StepButtons, StepFrame } from './step-frame.tsx'

type ChoiceStepProps = {
  title: ReactNode
  text: ReactNode
  /** Why the server refused what was chosen here. */
  error: string | undefined
  headingRef: Ref<HTMLHeadingElement>
  onPrevious?: () => void
  /** Left out while nothing is chosen. */
  onContinue: (() => void) | undefined
  children: ReactNode
}

/** A step in which one thing is chosen of several. */
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

import { type ComponentProps, lazy, type Ref, Suspense } from 'react'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { importWithRetry } from '#ui/lazy/import-with-retry.ts'
import { StepFrame } from './step-frame.tsx'

const loadForm = () => import('./personal-details-form.tsx')
const PersonalDetailsForm = lazy(() => importWithRetry(loadForm))

/** Preloads the form. The step itself retries a failed load. */
export const preloadPersonalDetails = () => void loadForm().catch(() => {})

type PersonalDetailsStepProps = ComponentProps<typeof PersonalDetailsForm> & {
  title: string
  headingRef: Ref<HTMLHeadingElement>
  /** A short summary of the choices in the previous steps. */
  chosen: string
}

export function PersonalDetailsStep({
  title,
  headingRef,
  chosen,
  ...form
}: PersonalDetailsStepProps) {
  return (
    <StepFrame
      title={title}
      headingRef={headingRef}
      text={
        <>
          <p className="font-semibold text-text">{chosen}</p>
          <p className="mt-1">Fields with a star are needed.</p>
        </>
      }
    >
      <Suspense fallback={<FormSkeleton />}>
        <PersonalDetailsForm {...form} />
      </Suspense>
    </StepFrame>
  )
}

function FormSkeleton() {
  return (
    <div role="status" aria-busy="true" className="grid gap-6 sm:grid-cols-2">
      <span className="sr-only">Loading the form...</span>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((place) => (
        <div key={place}>
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-2 h-11 rounded" />
        </div>
      ))}
    </div>
  )
}

import { type ComponentProps, lazy, memo, type Ref, Suspense, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { importWithRetry } from '#ui/lazy/import-with-retry.ts'
import { StepFrame } from './step-frame.tsx'

const loadForm = () => import('./personal-details-form.tsx')
const PersonalDetailsForm = lazy(() => importWithRetry(loadForm, { onLost: offerRetry }))

/** Tries to load the form again at once; undefined unless it waits for a connection. */
let retryNow: (() => void) | undefined
const listeners = new Set<() => void>()

function setRetry(next: typeof retryNow) {
  retryNow = next
  for (const listener of listeners) listener()
}

function offerRetry(retry: () => void) {
  setRetry(retry)
  return () => setRetry(undefined)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Preloads the form. The step itself retries a failed load. */
export const preloadPersonalDetails = () => void loadForm().catch(() => {})

type FormProps = Omit<ComponentProps<typeof PersonalDetailsForm>, 'onMounted'>

let hasMounted = false
const noteMounted = () => {
  hasMounted = true
}

/** Before its script has come, an update would replace the server's form, and what is typed in it, by placeholders. */
const LazyForm = memo(
  (props: FormProps) => (
    <Suspense fallback={<FormSkeleton />}>
      <PersonalDetailsForm {...props} onMounted={noteMounted} />
    </Suspense>
  ),
  () => !hasMounted,
)

type PersonalDetailsStepProps = FormProps & {
  title: string
  headingRef: Ref<HTMLHeadingElement>
  /** A short summary of the choices in the previous steps. */
  chosen: string
  /** The address of the previous step. */
  backHref: string
}

export function PersonalDetailsStep({
  title,
  headingRef,
  chosen,
  backHref,
  ...form
}: PersonalDetailsStepProps) {
  return (
    <StepFrame
      title={title}
      headingRef={headingRef}
      text={
        <>
          <p className="font-semibold text-text">{chosen}</p>
          {!form.refused && (
            <noscript>
              <a href={backHref} className="underline underline-offset-4">
                Choose another cohort or tech stack
              </a>
            </noscript>
          )}
          <p className="mt-1">Fields with a star are needed.</p>
        </>
      }
    >
      <LazyForm {...form} />
    </StepFrame>
  )
}

function FormSkeleton() {
  const retry = useSyncExternalStore(
    subscribe,
    () => retryNow,
    () => undefined,
  )
  if (retry) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded bg-error-soft p-5 sm:p-6"
      >
        <p className="min-w-0 grow basis-56 font-semibold text-error">
          The form could not be loaded. It will open once you are connected again.
        </p>
        <Button onClick={retry}>Try again</Button>
      </div>
    )
  }
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

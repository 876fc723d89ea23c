import { Plus } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { DeleteDialog } from '#client/resources/delete-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { TechStack } from '../contract.ts'
import { TechStackDialog, techStackName } from './tech-stack-dialog.tsx'
import { TechStackRow } from './tech-stack-row.tsx'
import { useOrder } from './use-order.ts'

type Open = { dialog: 'new' } | { dialog: 'edit' | 'delete'; stack: TechStack }

/** All tech stacks, in the order that applicants see. */
export function TechStackOrder() {
  const { data, error, refetch } = useRead('techStacks.list', { page_size: 1000 })
  const [open, setOpen] = useState<Open>()
  const [moved, setMoved] = useState('')
  const move = useOrder()
  const close = () => setOpen(undefined)
  const stacks = data?.results

  function handleMove(stack: TechStack, place: number, step: 1 | -1, button: HTMLElement) {
    flushSync(() => {
      move(stack.id, step)
      setMoved(`${stack.name} is now number ${place + step} of ${stacks?.length}.`)
    })
    // A row that moves in the DOM loses the focus.
    requestAnimationFrame(() => button.focus())
  }

  return (
    <>
      <PageHeading
        title="Tech stacks"
        text="Applicants choose from them in this order."
        actions={
          <Button size="sm" onClick={() => setOpen({ dialog: 'new' })}>
            <Plus aria-hidden="true" className="size-4" />
            New tech stack
          </Button>
        }
      />
      <p role="status" className="sr-only">
        {moved}
      </p>
      {error && !stacks ? (
        <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
      ) : !stacks ? (
        <Skeleton className="h-96 w-full rounded" />
      ) : stacks.length === 0 ? (
        <EmptyState
          seed="tech-stacks"
          title="No tech stacks yet"
          text="Applicants can only apply once there is one."
        />
      ) : (
        <ol className="rounded bg-raised shadow-low">
          {stacks.map((stack, index) => (
            <TechStackRow
              key={stack.id}
              stack={stack}
              isFirst={index === 0}
              isLast={index === stacks.length - 1}
              onMove={(step, button) => handleMove(stack, index + 1, step, button)}
              onEdit={() => setOpen({ dialog: 'edit', stack })}
              onDelete={() => setOpen({ dialog: 'delete', stack })}
            />
          ))}
        </ol>
      )}
      {open?.dialog === 'new' && <TechStackDialog onClose={close} />}
      {open?.dialog === 'edit' && <TechStackDialog stack={open.stack} onClose={close} />}
      <DeleteDialog
        procedure="techStacks.delete"
        row={open?.dialog === 'delete' ? open.stack : undefined}
        rowName={techStackName}
        onClose={close}
      />
    </>
  )
}

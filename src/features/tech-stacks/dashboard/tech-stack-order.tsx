import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { DeleteDialog } from '#client/resources/delete-dialog.tsx'
import { OrderList } from '#client/resources/order-list.tsx'
import { pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { RowMenu } from '#ui/data-table/row-menu.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { TechStack } from '../contract.ts'
import { TechStackIcon } from '../public/tech-stack-icon.tsx'
import { TechStackDialog, techStackName } from './tech-stack-dialog.tsx'

type Open = { dialog: 'new' } | { dialog: 'edit' | 'delete'; stack: TechStack }

const all = { page_size: 1000 }

/** All tech stacks, in the order that applicants see. */
export function TechStackOrder() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

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
      <OrderList
        list="techStacks.list"
        input={all}
        reorder={(ids) => api.techStacks.reorder({ ids })}
        rowName={techStackName}
        empty={
          <EmptyState
            seed="tech-stacks"
            title="No tech stacks yet"
            text="Applicants can only apply once there is one."
          />
        }
        menu={(stack) => (
          <RowMenu name={stack.name}>
            <MenuItem onSelect={() => setOpen({ dialog: 'edit', stack })}>Edit</MenuItem>
            <MenuLink to={`/dashboard/applications?tech_stack_id=${stack.id}`}>
              Applications
            </MenuLink>
            <MenuSeparator />
            <MenuItem onSelect={() => setOpen({ dialog: 'delete', stack })} isDanger>
              Delete
            </MenuItem>
          </RowMenu>
        )}
      >
        {(stack) => (
          <TechStackFacts stack={stack} onEdit={() => setOpen({ dialog: 'edit', stack })} />
        )}
      </OrderList>
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

function TechStackFacts({ stack, onEdit }: { stack: TechStack; onEdit: () => void }) {
  const counts = [
    pluralize(stack.prerequisites.length, 'prerequisite'),
    pluralize(stack.references.length, 'reference'),
  ]
  return (
    <>
      <span className="text-primary">
        <TechStackIcon icon={stack.icon} />
      </span>
      <div className="min-w-0 grow basis-48">
        <button
          type="button"
          onClick={onEdit}
          className="min-h-6 wrap-anywhere text-left font-semibold underline-offset-4 hover:underline"
        >
          {stack.name}
        </button>
        <p className="wrap-anywhere text-muted text-sm">{stack.short_description}</p>
        <p className="text-muted text-xs">{counts.join(', ')}</p>
      </div>
    </>
  )
}

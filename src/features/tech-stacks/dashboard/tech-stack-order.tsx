import { api } from '#client/api/client.ts'
import { useRowDialogs } from '#client/resources/list/use-row-dialogs.tsx'
import { OrderList } from '#client/resources/order/order-list.tsx'
import { pluralize } from '#shared/format.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { MenuLink } from '#ui/overlays/menu.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { TechStack } from '../contract.ts'
import { TechStackIcon } from '../public/tech-stack-icon.tsx'
import { TechStackDialog, techStackName } from './tech-stack-dialog.tsx'

const all = { page_size: 1000 }

/** All tech stacks, in the order that applicants see. */
export function TechStackOrder() {
  const { openRow, menuOf, createButton, dialogs } = useRowDialogs<TechStack>({
    rowName: techStackName,
    editor: { noun: 'tech stack', Dialog: TechStackDialog },
    deletion: { procedure: 'techStacks.delete' },
    rowMenu: ({ id }) => (
      <MenuLink to={`/dashboard/applications?tech_stack_id=${id}`}>Applications</MenuLink>
    ),
  })

  return (
    <div className="max-w-4xl">
      <PageHeading
        title="Tech stacks"
        text="Applicants choose from them in this order."
        actions={createButton}
      />
      <OrderList
        list="techStacks.list"
        input={all}
        reorder={(ids) => api.techStacks.reorder({ ids })}
        rowName={techStackName}
        menu={menuOf}
        empty={
          <EmptyState
            seed="tech-stacks"
            title="No tech stacks yet"
            text="Applicants can only apply once there is one."
          />
        }
      >
        {(stack) => <TechStackFacts stack={stack} onEdit={() => openRow(stack)} />}
      </OrderList>
      {dialogs}
    </div>
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

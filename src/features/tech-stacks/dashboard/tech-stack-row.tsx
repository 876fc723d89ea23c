import { ArrowDown, ArrowUp } from 'lucide-react'
import { pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { RowMenu } from '#ui/data-table/row-menu.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import type { TechStack } from '../contract.ts'
import { TechStackIcon } from '../public/tech-stack-icon.tsx'

type TechStackRowProps = {
  stack: TechStack
  isFirst: boolean
  isLast: boolean
  /** `button` had the focus, and gets it back after the move. */
  onMove: (step: 1 | -1, button: HTMLElement) => void
  onEdit: () => void
  onDelete: () => void
}

/** A tech stack in the order that applicants see. */
export function TechStackRow(props: TechStackRowProps) {
  const { stack, isFirst, isLast, onMove, onEdit, onDelete } = props
  const counts = [
    pluralize(stack.prerequisites.length, 'prerequisite'),
    pluralize(stack.references.length, 'reference'),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b p-4 last:border-b-0">
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
      <div className="flex items-center gap-1">
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Move ${stack.name} up`}
          aria-disabled={isFirst}
          onClick={(event) => !isFirst && onMove(-1, event.currentTarget)}
        >
          <ArrowUp aria-hidden="true" className="size-5" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Move ${stack.name} down`}
          aria-disabled={isLast}
          onClick={(event) => !isLast && onMove(1, event.currentTarget)}
        >
          <ArrowDown aria-hidden="true" className="size-5" />
        </Button>
        <RowMenu name={stack.name}>
          <MenuItem onSelect={onEdit}>Edit</MenuItem>
          <MenuLink to={`/dashboard/applications?tech_stack_id=${stack.id}`}>Applications</MenuLink>
          <MenuSeparator />
          <MenuItem onSelect={onDelete} isDanger>
            Delete
          </MenuItem>
        </RowMenu>
      </div>
    </li>
  )
}

import { type ReactNode, useId } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Card, CardBody } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { ignoreDoubleClick } from '#ui/forms/ignore-double-click.ts'
import { Check } from '#ui/icons.ts'
import type { TechStack } from '../contract.ts'
import { TechStackIcon } from './tech-stack-icon.tsx'

type TechStackCardProps = { techStack: TechStack; isSelected: boolean; onSelect: () => void }

/** A selectable tech stack: the button covers the whole card, and submits the choice without JavaScript. */
export function TechStackCard({ techStack, isSelected, onSelect }: TechStackCardProps) {
  const id = useId()
  const { name, icon, description, short_description, prerequisites, references } = techStack
  return (
    <Card
      className={classNames(
        'h-full transition-[box-shadow,translate] duration-500 hover:-translate-y-1 hover:shadow-high',
        isSelected && 'outline-3 outline-primary',
      )}
    >
      <CardBody className="gap-5">
        <div className="flex items-center gap-4">
          <span className="grid size-14 shrink-0 place-items-center rounded bg-accent-soft text-accent">
            <TechStackIcon icon={icon} />
          </span>
          <h3 id={`${id}-name`} className="min-w-0 text-lg leading-snug tracking-wide">
            {name.toUpperCase()}
          </h3>
        </div>
        <p className="text-muted">{description || short_description}</p>
        <Lines title="Prerequisites" lines={prerequisites} />
        <Lines title="Recommended references" lines={references} />
        <button
          type="submit"
          name="tech_stack"
          value={techStack.id}
          id={`${id}-choose`}
          aria-labelledby={`${id}-choose ${id}-name`}
          onClick={ignoreDoubleClick(onSelect)}
          className={classNames(
            buttonClass({ variant: isSelected ? 'primary' : 'secondary' }),
            // The usual shift of a pressed button would shrink its cover to the button itself.
            'mt-auto after:absolute after:inset-0 active:translate-none!',
          )}
        >
          {isSelected && <Check aria-hidden="true" className="size-5" />}
          <span>{isSelected ? 'Selected' : 'Select'}</span>
        </button>
      </CardBody>
    </Card>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <h4 className="font-bold text-sm">{title}</h4>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-muted text-sm marker:text-accent">
        {lines.map((line) => (
          <li key={line}>{linked(line)}</li>
        ))}
      </ul>
    </div>
  )
}

/** Turns a URL into a link that opens a new tab, so that the form stays open. */
function linked(line: string): ReactNode {
  if (!/^https?:\/\/\S+$/.test(line)) return line
  return (
    <a href={line} target="_blank" rel="noreferrer" className="relative z-10 break-all underline">
      {line}
    </a>
  )
}

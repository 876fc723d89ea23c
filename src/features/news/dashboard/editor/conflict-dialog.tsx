import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { ArticleFields } from '../../drafts-contract.ts'
import { changeClasses } from './change-classes.ts'
import type { Conflict } from './draft-saver.ts'
import { fieldLabels, shownField } from './field-labels.ts'
import { markChanges } from './marked-changes.ts'
import { type MergeSide, type Region, textOfRegions } from './merge.ts'

type ConflictDialogProps = { conflict: Conflict; onResolve: (fields: ArticleFields) => unknown }

/**
 * Two have changed the same: shows both side by side, and lets one choose at each place. What only one of them has
 * changed is merged already. The dialog closes by a choice alone, because nothing is saved before.
 */
export function ConflictDialog({ conflict, onResolve }: ConflictDialogProps) {
  const { contradictions, regions = [], mine, theirs, fields } = conflict
  const [choices, setChoices] = useState<Record<string, MergeSide>>({})
  const places = [
    ...contradictions.map(String),
    ...regions.flatMap((region, index) => ('mine' in region ? [String(index)] : [])),
  ]
  const open = places.filter((place) => !choices[place]).length
  const choose = (place: string, choice: MergeSide) => setChoices({ ...choices, [place]: choice })
  const chooseAll = (choice: MergeSide) =>
    setChoices(Object.fromEntries(places.map((place) => [place, choice])))

  function resolve() {
    const chosen: Record<string, unknown> = { ...fields }
    for (const name of contradictions) {
      chosen[name] = choices[name] === 'theirs' ? theirs[name] : mine[name]
    }
    if (conflict.regions) {
      chosen.content = textOfRegions(conflict.regions, (index) => choices[index] ?? 'mine')
    }
    void onResolve(chosen as ArticleFields)
  }

  const actions = (
    <>
      <Button variant="quiet" size="sm" onClick={() => chooseAll('mine')}>
        All of mine
      </Button>
      <Button variant="quiet" size="sm" onClick={() => chooseAll('theirs')}>
        All of theirs
      </Button>
      <Button aria-disabled={open > 0} onClick={() => open === 0 && resolve()}>
        {open > 0 ? `${open} left to choose` : 'Save this'}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={() => {}}
      size="lg"
      title="Two have changed this"
      description={
        <>
          {conflict.text}{' '}
          {conflict.regions && (
            <>
              <ins className={changeClasses.ins}>Added</ins> and{' '}
              <del className={changeClasses.del}>removed</del> words are marked.
            </>
          )}
        </>
      }
      actions={actions}
    >
      <div className="flex max-h-[60dvh] flex-col gap-4 overflow-y-auto">
        {contradictions.map((name) => (
          <Sides
            key={name}
            label={fieldLabels[name]}
            choice={choices[name]}
            onChoose={(choice) => choose(name, choice)}
            mine={<p className="wrap-anywhere">{shownField(mine[name])}</p>}
            theirs={<p className="wrap-anywhere">{shownField(theirs[name])}</p>}
          />
        ))}
        {regions.map((region, index) =>
          'mine' in region ? (
            <Sides
              // biome-ignore lint/suspicious/noArrayIndexKey: the regions of a conflict stay as they are
              key={index}
              label={`Place ${places.indexOf(String(index)) + 1} of ${places.length}`}
              choice={choices[index]}
              hasBoth
              onChoose={(choice) => choose(String(index), choice)}
              mine={<Changed base={region.base} side={region.mine} />}
              theirs={<Changed base={region.base} side={region.theirs} />}
            />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the regions of a conflict stay as they are
            <Agreed key={index} region={region} />
          ),
        )}
      </div>
    </Dialog>
  )
}

type SidesProps = {
  label: string
  choice: MergeSide | undefined
  hasBoth?: boolean
  onChoose: (choice: MergeSide) => void
  mine: ReactNode
  theirs: ReactNode
}

function Sides({ label, choice, hasBoth = false, onChoose, mine, theirs }: SidesProps) {
  const choices = (['mine', 'theirs', ...(hasBoth ? (['both'] as const) : [])] as const).map(
    (value) => [value, choiceLabels[value]] as const,
  )
  return (
    <fieldset className="rounded border border-control p-3">
      <legend className="px-1 font-semibold text-sm">{label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <section aria-label="Yours" className="min-w-0 rounded-sm bg-primary-soft p-3">
          <p className="mb-1 font-semibold text-muted text-xs">Yours</p>
          {mine}
        </section>
        <section aria-label="Theirs" className="min-w-0 rounded-sm bg-accent-soft p-3">
          <p className="mb-1 font-semibold text-muted text-xs">Theirs</p>
          {theirs}
        </section>
      </div>
      <div className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {choices.map(([value, text]) => (
          <label key={value} className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="radio"
              name={label}
              checked={choice === value}
              onChange={() => onChoose(value)}
              className="size-4 accent-primary"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const choiceLabels: Record<MergeSide, string> = {
  mine: 'Take mine',
  theirs: 'Take theirs',
  both: 'Take both, mine first',
}

type ChangedProps = { base: readonly string[]; side: readonly string[] }

/** What one has made of a place, with the words marked that are new, and those that are gone. */
const Changed = ({ base, side }: ChangedProps) =>
  side.length === 0 ? <Blocks blocks={[]} /> : <Blocks blocks={[markChanges(base, side)]} />

/** HTML of the editor, which knows a strict list of elements alone. */
function Blocks({ blocks }: { blocks: readonly string[] }) {
  if (blocks.length === 0) return <p className="text-muted text-sm italic">Removed</p>
  return (
    <div
      className="prose text-base"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the editor, from what the server has sanitized
      dangerouslySetInnerHTML={{ __html: blocks.join('') }}
    />
  )
}

function Agreed({ region }: { region: Extract<Region, { agreed: readonly string[] }> }) {
  if (region.agreed.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">The same, or changed by one of you</summary>
      <Blocks blocks={region.agreed} />
    </details>
  )
}

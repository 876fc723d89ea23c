import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type ArticleCategory, categoryLabels } from '../../categories.ts'
import type { ArticleFields, Draft } from '../../drafts-contract.ts'
import { slugLengthMax } from '../../validation.ts'
import { BannerField } from './banner-field.tsx'
import type { DraftState } from './draft-saver.ts'

type ArticleFieldsPanelProps = {
  fields: ArticleFields
  draft: Draft
  errors: DraftState['errors']
  /** Names of tags to choose from. */
  tags: readonly string[]
  /** How often other tags have taken the place of those in the field. */
  tagsReplaced: number | undefined
  /** The fields as they are when it is called. */
  read: () => ArticleFields
  onChange: (fields: Partial<ArticleFields>) => void
  beginUpload: () => () => void
  onUndoable: (change: UndoableChange) => void
}

const categoryOptions = Object.entries(categoryLabels).map(([value, label]) => ({ value, label }))

/** What stands around the text: address, category, tags, author, date and banner. */
export function ArticleFieldsPanel(props: ArticleFieldsPanelProps) {
  const { fields, draft, errors, tags, tagsReplaced, read, onChange, beginUpload, onUndoable } =
    props
  const isMoving = draft.status !== 'unpublished' && fields.slug !== draft.public_slug
  return (
    <section
      aria-label="Details"
      className="flex flex-col gap-4 rounded bg-raised p-4 shadow-low max-xl:mx-auto max-xl:w-full max-xl:max-w-3xl"
    >
      <BannerField
        banner={fields.banner}
        error={errors.banner}
        readBanner={() => read().banner}
        onChange={(banner) => onChange({ banner })}
        beginUpload={beginUpload}
        onUndoable={onUndoable}
      />
      <TextField
        label="Address"
        hint={
          isMoving
            ? `/insights/${draft.public_slug} will lead here, too.`
            : `/insights/${fields.slug || '…'}`
        }
        value={fields.slug}
        maxLength={slugLengthMax}
        error={errors.slug}
        onChange={(event) => onChange({ slug: slugTyped(event.target.value) })}
      />
      <SelectField
        label="Category"
        options={categoryOptions}
        value={fields.category}
        error={errors.category}
        onChange={(event) => onChange({ category: event.target.value as ArticleCategory })}
      />
      <ListField
        // It keeps its own state, and begins anew with other tags.
        key={tagsReplaced}
        label="Tags"
        name="tags"
        hint="Enter or a comma ends one."
        defaultValue={fields.tags.join(', ')}
        suggestions={tags}
        maxLength={40}
        error={errors.tags}
        onChange={(text) => onChange({ tags: namesIn(text) })}
      />
      <TextField
        label="Author"
        value={fields.author}
        maxLength={120}
        required
        error={errors.author}
        onChange={(event) => onChange({ author: event.target.value })}
      />
      <TextField
        label="Date on the article"
        hint="Empty: the day of its publication."
        type="date"
        value={fields.done_at ?? ''}
        error={errors.done_at}
        onChange={(event) => onChange({ done_at: event.target.value || null })}
      />
    </section>
  )
}

const slugTyped = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

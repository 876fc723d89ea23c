import { useEffect, useRef, useState } from 'react'
import { Presence } from '#client/resources/edit/presence.tsx'
import { useTitle } from '#client/resources/page/use-title.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { articleExtensions } from '#client/rich-text/extensions.ts'
import { RichText } from '#client/rich-text/rich-text.tsx'
import { formatDateTime } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Draft } from '../../drafts-contract.ts'
import { articleName, articleStatusLooks } from '../article-status.ts'
import { ArticleFieldsPanel } from './article-fields-panel.tsx'
import { ArticleMenu } from './article-menu.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SavingLine } from './saving-line.tsx'
import { useDraftSaver } from './use-draft-saver.ts'
import { usePublication } from './use-publication.ts'

const ConflictDialog = lazyComponent(() => import('./conflict-dialog.tsx'), 'ConflictDialog')
const RevisionsDialog = lazyComponent(() => import('./revisions-dialog.tsx'), 'RevisionsDialog')

type ArticleEditorProps = {
  loaded: Draft
  /** Names of tags to choose from. */
  tags: readonly string[]
}

/** Writes an article: its text, what stands around it, and its publication. */
export function ArticleEditor({ loaded, tags }: ArticleEditorProps) {
  const { saver, state, beginUpload, hasUpload, leaving } = useDraftSaver(loaded)
  const [open, setOpen] = useState<'publish' | 'preview' | 'revisions'>()
  const close = () => setOpen(undefined)
  const show = (dialog: typeof open) => {
    saver.takeText()
    setOpen(dialog)
  }
  const { strip, show: showChange } = useUndoStrip()
  const publication = usePublication(saver, showChange)
  const { fields, draft, errors, replaced } = state
  const name = articleName(fields)
  const titleField = useRef<HTMLTextAreaElement>(null)

  // A new article begins with its title. Later it may be empty still, while its tags are typed.
  const [isNew] = useState(() => loaded.title + loaded.description + loaded.content === '')
  useEffect(() => {
    if (isNew) titleField.current?.focus()
  }, [isNew])

  useTitle(name)

  return (
    <>
      <header className="-mx-gutter relative z-20 mb-5 sm:sticky sm:top-0 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-surface px-gutter py-2.5">
        <h1 className="sr-only">Edit {name}</h1>
        <StatusBadge looks={articleStatusLooks} status={draft.status} />
        <SavingLine state={state} hasUnsaved={saver.hasUnsaved()} />
        <Presence
          kind="drafts.save"
          id={draft.id}
          className="absolute inset-x-gutter top-full -mt-2.5"
        />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Button variant="quiet" size="sm" onClick={() => show('revisions')}>
            History
          </Button>
          <Button variant="secondary" size="sm" onClick={() => show('preview')}>
            Preview
          </Button>
          <Button size="sm" onClick={() => show('publish')}>
            {publishLabels[draft.status]}
          </Button>
          <ArticleMenu draft={draft} publication={publication} />
        </div>
      </header>
      {strip}
      {draft.status === 'scheduled' && draft.published_at && (
        <p className="mb-4 rounded bg-info-soft px-4 py-2 text-info text-sm">
          Goes public at {formatDateTime(draft.published_at)}, Kigali time
          {draft.has_changes && ', without the changes since it was scheduled'}.
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
          <TextArea
            ref={titleField}
            label="Title"
            rows={2}
            value={fields.title}
            maxLength={200}
            required
            error={errors.title}
            onChange={(event) => saver.change({ title: event.target.value.replaceAll('\n', ' ') })}
          />
          <TextArea
            label="Summary"
            hint="Stands below the title, in lists and where the article is shared."
            rows={3}
            value={fields.description}
            maxLength={500}
            required
            error={errors.description}
            onChange={(event) => saver.change({ description: event.target.value })}
          />
          <RichText
            label="Content"
            extensions={articleExtensions}
            html={fields.content}
            replaced={replaced.content ?? 0}
            error={errors.content}
            onChange={saver.changeText}
            beginUpload={beginUpload}
          />
        </div>
        <ArticleFieldsPanel
          fields={fields}
          draft={draft}
          errors={errors}
          tags={tags}
          tagsReplaced={replaced.tags}
          read={() => saver.getState().fields}
          onChange={saver.change}
          beginUpload={beginUpload}
          onUndoable={showChange}
        />
      </div>
      {open === 'publish' && (
        <PublishDialog
          fields={fields}
          draft={draft}
          hasUpload={hasUpload}
          publication={publication}
          onClose={close}
        />
      )}
      {open === 'preview' && <PreviewDialog saver={saver} onClose={close} />}
      {open === 'revisions' && <RevisionsDialog saver={saver} onClose={close} />}
      {state.conflict && <ConflictDialog conflict={state.conflict} onResolve={saver.resolve} />}
      <ConfirmDialog
        isOpen={leaving.asked !== undefined}
        onClose={leaving.stay}
        {...leavingTexts[leaving.asked ?? 'unsaved']}
        confirmLabel="Leave"
        isDanger
        onConfirm={leaving.leave}
      />
    </>
  )
}

const leavingTexts = {
  unsaved: {
    title: 'Leave without saving?',
    text: 'The last changes could not be saved. They stay in this tab until you sign out: open the article again to go on.',
  },
  upload: {
    title: 'Leave without the picture?',
    text: 'A picture is still on its way. It will not be in the article if you leave now.',
  },
}

const publishLabels = {
  unpublished: 'Publish…',
  scheduled: 'Publish…',
  published: 'Publish changes…',
  archived: 'Publish…',
} as const

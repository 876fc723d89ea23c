import { type DragEvent, useState } from 'react'
import { useWrite } from '#client/api/queries.ts'
import { BatchBar } from '#client/resources/batch/batch-bar.tsx'
import { useRowBatch } from '#client/resources/batch/use-row-batch.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useListSelection } from '#client/resources/list/use-list-selection.ts'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { ImageTile, pictureName } from '#client/resources/picture/image-tile.tsx'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { pluralize } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { choiceFilter, textFilter } from '#ui/data-table/filters.ts'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import { TileGrid } from '#ui/data-table/tile-grid.tsx'
import { useRefusedDropsElsewhere } from '#ui/forms/file-field.tsx'
import { ImageUp } from '#ui/icons.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import type { Picture } from '../contract.ts'
import { ImageUploads } from './image-uploads.tsx'
import { useImageUploads } from './use-image-uploads.ts'

const ImageDialog = lazyComponent(() => import('./image-dialog.tsx'), 'ImageDialog')
const ReplaceDialog = lazyComponent(() => import('./replace-dialog.tsx'), 'ReplaceDialog')

const listSpec = {
  filters: {
    search: textFilter('Search by file, description or person'),
    use: choiceFilter('Used', 'Used or not', { used: 'Used', unused: 'Not used' }),
  },
}

/** All stored pictures: they are uploaded, described, replaced, and deleted once nothing uses them. */
export function ImageTable() {
  const list = useResourceList('images.list', listSpec)
  const selection = useListSelection(list, list.page?.results)
  const { strip, show } = useUndoStrip(<ListCount noun="picture" page={list.page} />)
  const deleteEach = useWrite('images.deleteEach')
  const batch = useRowBatch({
    selection,
    noun: 'picture',
    rowName: pictureName,
    show,
    trashKind: 'image',
  })
  const uploads = useImageUploads()
  const [isOver, setIsOver] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const [replacing, setReplacing] = useState<Picture>()
  useRefusedDropsElsewhere()

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    uploads.add(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an additional way; the button is accessible
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setIsOver(currentTarget.contains(relatedTarget as Node | null))
      }
      onDrop={drop}
      className={classNames('rounded', isOver && 'outline-3 outline-info outline-offset-8')}
    >
      <ResourcePage
        title="Images"
        text={
          <>
            What nothing uses goes after a week.
            <span className="pointer-coarse:hidden"> Drop or paste pictures anywhere here.</span>
          </>
        }
        plural="pictures"
        views="images"
        list={list}
        columns={() => []}
        rows={(table, open) => (
          <TileGrid
            {...table}
            tile={(picture) => (
              <ImageTile
                picture={picture}
                onOpen={() => open(picture)}
                mark={<UseBadge uses={picture.uses} />}
              />
            )}
          />
        )}
        rowName={pictureName}
        actions={
          <Button size="sm" onClick={uploads.choose}>
            <ImageUp aria-hidden="true" className="size-4" />
            Upload pictures
          </Button>
        }
        emptyText="Upload the first ones, or insert them where you write."
        dialog={{
          label: 'Open',
          render: (picture, close) => <ImageDialog picture={picture} onClose={close} />,
        }}
        rowMenu={(picture) => (
          <MenuItem onSelect={() => setReplacing(picture)}>Replace everywhere</MenuItem>
        )}
        deletion={{
          procedure: 'images.delete',
          isOffered: ({ uses }) => uses === 0,
        }}
        selection={selection}
        notice={<ImageUploads uploads={uploads} />}
        above={strip}
        below={
          <BatchBar plural="pictures" selection={selection}>
            <Button size="sm" variant="danger" onClick={() => setIsDeleting(true)}>
              Delete
            </Button>
          </BatchBar>
        }
      />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Delete ${pluralize(selection.count, 'picture')}?`}
        text="Those that are used somewhere stay. The others can be restored from the trash for 30 days."
        confirmLabel="Delete"
        isDanger
        onConfirm={() => {
          setIsDeleting(false)
          void batch.start(
            (some) => deleteEach.mutateAsync({ image_ids: some.map(({ id }) => id) }),
            'deleted',
            { isDeletion: true },
          )
        }}
      />
      {replacing && (
        <ReplaceDialog picture={replacing} onClose={() => setReplacing(undefined)} show={show} />
      )}
      {batch.dialogs}
    </div>
  )
}

const UseBadge = ({ uses }: { uses: number }) => (
  <span className="mt-1">
    {uses > 0 ? (
      <Badge tone="success">In {pluralize(uses, 'place')}</Badge>
    ) : (
      <Badge tone="neutral">Not used</Badge>
    )}
  </span>
)

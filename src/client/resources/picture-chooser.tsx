import { useState } from 'react'
import type { Picture } from '#features/images/contract.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { parseApiError } from '../api/errors.ts'
import { useRead } from '../api/queries.ts'
import { ImageTile } from './image-tile.tsx'

const pageSize = 12

type PictureChooserProps = { onChoose: (picture: Picture) => void; onClose: () => void }

/** Chooses one of the stored pictures, the newest first. */
export function PictureChooser({ onChoose, onClose }: PictureChooserProps) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useRead(
    'images.list',
    { search, page, page_size: pageSize },
    { keepsPrevious: true },
  )

  return (
    <Dialog isOpen size="lg" title="Choose a picture" onClose={onClose}>
      <TextField
        label="Search by file, description or person"
        type="search"
        autoFocus
        maxLength={200}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          setPage(1)
        }}
      />
      {error && !data ? (
        <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
      ) : !data ? (
        <SkeletonText lines={6} />
      ) : data.total_items === 0 ? (
        <EmptyState seed="pictures" title={search ? 'No pictures match' : 'No pictures yet'} />
      ) : (
        <ul aria-label="Pictures" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {data.results.map((picture) => (
            <li
              key={picture.id}
              className="overflow-clip rounded bg-raised shadow-low ring-1 ring-line hover:ring-primary"
            >
              <ImageTile picture={picture} onOpen={() => onChoose(picture)} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total_pages > 1 && (
        <div className="flex items-center justify-between gap-4">
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={page === 1}
            onClick={() => setPage(Math.max(1, page - 1))}
          >
            Newer
          </Button>
          <p role="status" className="text-muted text-sm tabular-nums">
            Page {page} of {data.total_pages}
          </p>
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={page >= data.total_pages}
            onClick={() => setPage(Math.min(data.total_pages, page + 1))}
          >
            Older
          </Button>
        </div>
      )}
    </Dialog>
  )
}

import { useState } from 'react'
import type { Picture } from '#features/images/contract.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { focusFirst } from '#ui/overlays/focus-first.ts'
import { PageButtons } from '#ui/page-buttons.tsx'
import { useRead } from '../../api/queries.ts'
import { NotLoaded } from '../page/not-loaded.tsx'
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
    <Dialog isOpen size="lg" finalFocus={false} title="Choose a picture" onClose={onClose}>
      <div ref={focusFirst} className="contents">
        <TextField
          label="Search by file, description or person"
          type="search"
          maxLength={200}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setPage(1)
          }}
        />
      </div>
      {!data ? (
        <NotLoaded error={error} refetch={refetch} lines={6} />
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
      {data && (
        <PageButtons
          page={page}
          pages={data.total_pages}
          onPage={setPage}
          variant="secondary"
          className="justify-between gap-4"
        />
      )}
    </Dialog>
  )
}

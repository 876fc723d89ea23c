import { Link } from 'react-router'
import { parseApiError } from '#client/api/errors.ts'
import { useRead, useWrite } from '#client/api/queries.ts'
import { EditDialog } from '#client/resources/edit/edit-dialog.tsx'
import { pictureName } from '#client/resources/picture/image-tile.tsx'
import { formatDateTime, formatFileSize } from '#shared/format.ts'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Image } from '#ui/image.tsx'
import type { ImageUse, Picture } from '../contract.ts'

type ImageDialogProps = { picture: Picture; onClose: () => void }

/** A picture in large, what it shows, and where it is used. */
export function ImageDialog({ picture, onClose }: ImageDialogProps) {
  const update = useWrite('images.update')
  const { address, width, height, size, by, created_at, file_name } = picture
  return (
    <EditDialog
      noun="picture"
      savedBy="images.update"
      row={picture}
      rowName={pictureName}
      valuesOf={(row) => ({ alt: row?.alt ?? '' })}
      save={({ alt }, seen) =>
        update.mutateAsync({ id: picture.id, alt, expected_updated_at: seen?.updated_at })
      }
      onClose={onClose}
    >
      {(field) => (
        <>
          <a href={address} target="_blank" rel="noreferrer" className="sm:col-span-2">
            <Image
              src={address}
              alt={picture.alt || 'The picture'}
              width={width}
              height={height}
              sizes="32rem"
              objectFit="contain"
              className="max-h-80 w-full rounded bg-mat"
            />
            <span className="sr-only">Opens in a new tab</span>
          </a>
          <p className="wrap-anywhere text-muted text-sm tabular-nums sm:col-span-2">
            {[file_name, `${width} × ${height} pixels`, formatFileSize(size)]
              .filter(Boolean)
              .join(', ')}
            <br />
            Stored on {formatDateTime(created_at)}
            {by && ` by ${by}`}
          </p>
          <div className="sm:col-span-2">
            <TextField
              {...field('alt')}
              label="What the picture shows"
              hint="Read to those who don’t see it. Offered wherever the picture is inserted; where it stands already, the text stays."
              maxLength={300}
            />
          </div>
          <Uses picture={picture} />
        </>
      )}
    </EditDialog>
  )
}

function Uses({ picture: { id } }: { picture: Picture }) {
  const { data, error, refetch } = useRead('images.get', { id })
  return (
    <section aria-labelledby="uses-of-image" className="sm:col-span-2">
      <h3 id="uses-of-image" className="mb-1.5 font-semibold text-sm">
        Where it is used
      </h3>
      {data ? (
        <UseList uses={data.used_by} />
      ) : error && parseApiError(error).status !== 404 ? (
        <QuietFailure what="This list" verb="loaded" onRetry={refetch} />
      ) : (
        <SkeletonText lines={2} />
      )}
    </section>
  )
}

function UseList({ uses }: { uses: readonly ImageUse[] }) {
  if (uses.length === 0) {
    return <p className="text-muted text-sm">Nowhere. It goes by itself after a week.</p>
  }
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {uses.map(({ place, title, path }) => (
        <li key={`${place} ${path} ${title}`} className="wrap-anywhere">
          {place}
          {title && ': '}
          {path ? (
            <Link to={path} className="font-semibold text-primary underline underline-offset-4">
              {title || 'without a title'}
            </Link>
          ) : (
            title
          )}
        </li>
      ))}
    </ul>
  )
}

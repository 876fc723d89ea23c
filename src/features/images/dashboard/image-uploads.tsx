import { PictureInput } from '#client/resources/picture/picture-input.tsx'
import { formatFileSize, pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import type { ImageUpload, useImageUploads } from './use-image-uploads.ts'

type ImageUploadsProps = { uploads: ReturnType<typeof useImageUploads> }

const sumOf = (uploads: readonly ImageUpload[], what: 'sent' | 'size') =>
  uploads.reduce((sum, one) => sum + one[what], 0)

/** How far the uploads are, and which have failed. */
export function ImageUploads({ uploads: { uploads, input, add, dismiss } }: ImageUploadsProps) {
  const failed = uploads.filter(({ state }) => state === 'failed')
  const others = uploads.filter(({ state }) => state !== 'failed')
  const done = others.filter(({ state }) => state === 'done').length
  const current = uploads.find(({ state }) => state === 'sending')
  return (
    <>
      <PictureInput label="Pictures to upload" ref={input} onChoose={add} />
      <div role="status" className="empty:absolute">
        {current ? (
          <div className="mb-4 rounded bg-raised p-4 shadow-low">
            <ProgressBar
              label={`Storing ${current.name} (${done + 1} of ${others.length})`}
              value={(sumOf(others, 'sent') / sumOf(others, 'size')) * 100}
            />
            <p className="mt-1.5 text-muted text-sm tabular-nums">
              {current.sent < current.size
                ? `${formatFileSize(current.sent)} of ${formatFileSize(current.size)} sent`
                : 'All sent. Its sizes are being made...'}
            </p>
          </div>
        ) : (
          done > 0 && <p className="mb-4 text-sm">{pluralize(done, 'picture')} stored.</p>
        )}
      </div>
      <div role="alert" className="empty:absolute">
        {failed.map(({ id, name, problem }) => (
          <p
            key={id}
            className="mb-3 flex items-start gap-3 rounded bg-error-soft px-4 py-2 text-error text-sm"
          >
            <span className="min-w-0 grow wrap-anywhere py-1.5">
              <span className="font-semibold">{name}</span>: {problem}
            </span>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Close the message about ${name}`}
              onClick={() => dismiss(id)}
            >
              <CrossIcon />
            </Button>
          </p>
        ))}
      </div>
    </>
  )
}

import type { ReactNode } from 'react'
import type { Picture } from '#features/images/contract.ts'
import { formatFileSize } from '#shared/format.ts'
import { Image } from '#ui/image.tsx'

export const pictureName = ({ alt, file_name }: Pick<Picture, 'alt' | 'file_name'>) =>
  alt || file_name || 'A picture without a name'

type ImageTileProps = { picture: Picture; onOpen: () => void; mark?: ReactNode }

/** A stored picture to be opened or chosen, with its name, its size and what it weighs. */
export function ImageTile({ picture, onOpen, mark }: ImageTileProps) {
  const { address, file_name, alt, width, height, size } = picture
  return (
    <button type="button" onClick={onOpen} className="flex w-full flex-col text-left">
      <Image
        src={address}
        alt=""
        width={4}
        height={3}
        sizes="(min-width: 64rem) 16rem, 45vw"
        objectFit="contain"
        className="w-full bg-mat"
      />
      <span className="flex w-full flex-col gap-0.5 p-3">
        <span
          className="line-clamp-2 wrap-anywhere font-semibold text-sm"
          title={pictureName(picture)}
        >
          {pictureName(picture)}
        </span>
        {alt && <span className="truncate text-muted text-xs">{file_name}</span>}
        <span className="text-muted text-xs tabular-nums">
          {width} × {height}, {formatFileSize(size)}
        </span>
        {mark}
      </span>
    </button>
  )
}

import { useState } from 'react'
import { parseImageUrl } from '#shared/image-url.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import type { PictureFrame } from './focus-editor.tsx'

const CropDialog = lazyComponent(() => import('./crop-dialog.tsx'), 'CropDialog')

type CropButtonProps = {
  url: string
  /** The frames in which pages show the picture. */
  frames: readonly PictureFrame[]
  onDone: (url: string) => void
}

/** Opens the dialog for a picture's focal point, and for cutting a part out of it. */
export function CropButton({ url, frames, onDone }: CropButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isOpaque = parseImageUrl(url)?.colour !== null
  if (!isOpaque && frames.every(({ isOpaqueOnly }) => isOpaqueOnly)) return null
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        Crop and focus
      </Button>
      {isOpen && (
        <CropDialog
          url={url}
          frames={frames}
          onDone={(chosen) => {
            setIsOpen(false)
            onDone(chosen)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import { parseImageUrl } from '#shared/image-url.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import type { PictureCut } from './focus-editor.tsx'

const PictureDialog = lazyComponent(() => import('./picture-dialog.tsx'), 'PictureDialog')

type CutButtonProps = {
  url: string
  /** The cuts that pages make of the picture. */
  cuts: readonly PictureCut[]
  onDone: (url: string) => void
}

/** Opens the dialog for a picture's focal point, and for cutting a part out of it. */
export function CutButton({ url, cuts, onDone }: CutButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isOpaque = parseImageUrl(url)?.colour !== null
  if (!isOpaque && cuts.every(({ isOpaqueOnly }) => isOpaqueOnly)) return null
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        Crop and focus
      </Button>
      {isOpen && (
        <PictureDialog
          url={url}
          cuts={cuts}
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

import type { Ref } from 'react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

type PictureInputProps = {
  label: string
  ref: Ref<HTMLInputElement>
  isSingle?: boolean
  onChoose: (files: File[]) => void
}

/** An unseen field for pictures of the types that the API takes, which a button opens. */
export function PictureInput({ label, ref, isSingle = false, onChoose }: PictureInputProps) {
  return (
    <label>
      <VisuallyHidden>{label}</VisuallyHidden>
      <input
        ref={ref}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        multiple={!isSingle}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          // Cleared, so that choosing the same file again fires a change event.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

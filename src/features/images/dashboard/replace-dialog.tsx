import { useRead, useWrite } from '#client/api/queries.ts'
import { useHasUpload } from '#client/forms/uploads.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { ImageField } from '#client/resources/picture/image-field.tsx'
import { pictureName } from '#client/resources/picture/image-tile.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { Picture } from '../contract.ts'

type ReplaceDialogProps = {
  picture: Picture
  onClose: () => void
  show: (change: UndoableChange) => void
}

/** Shows another picture wherever one is used. */
export function ReplaceDialog({ picture, onClose, show }: ReplaceDialogProps) {
  const replace = useWrite('images.replace')
  const { id, address, uses } = picture
  const { data, isPending } = useRead('images.get', { id })
  const form = useCallForm({ by: '' }, async ({ by }) => {
    const { replaced, was_unused, id: other } = await replace.mutateAsync({ id, by })
    const name = pictureName(picture)
    show({
      text: `${name} is replaced in ${pluralize(replaced, 'place')}.`,
      // What the other one was used for before can't be told from this any more.
      ...(was_unused && {
        async undo() {
          await replace.mutateAsync({ id: other, by: address })
          return `${name} is back in its places.`
        },
      }),
    })
    onClose()
  })
  const hasUpload = useHasUpload(form.control)

  const title = `Replace ${pictureName(picture)}`
  if (isPending) return null
  if (data?.replace_refusal) {
    const close = <Button onClick={onClose}>Close</Button>
    return (
      <Dialog
        isOpen
        title={title}
        onClose={onClose}
        description={data.replace_refusal}
        actions={close}
      />
    )
  }
  return (
    <FormDialog
      title={title}
      description={
        uses > 0
          ? `Another picture is shown in all ${pluralize(uses, 'place')} at once; the descriptions there stay. What is in the trash keeps this one.`
          : 'This picture is used nowhere. Its address will lead to the other one.'
      }
      submitLabel="Replace everywhere"
      {...form.dialog}
      isDirty={form.isDirty || hasUpload}
      onClose={onClose}
    >
      <ImageField label="The other picture" control={form.control} name="by" />
    </FormDialog>
  )
}

import { Fragment, Slice } from '@tiptap/pm/model'
import { dropPoint } from '@tiptap/pm/transform'
import type { Editor, EditorEvents } from '@tiptap/react'
import { type RefObject, useState } from 'react'
import type { Picture } from '#features/images/contract.ts'
import { notify } from '#ui/feedback/notify.ts'
import { api } from '../api/client.ts'
import { problemsOf } from '../api/errors.ts'
import { rememberUser } from '../api/same-user.ts'

export type StoredPicture = Pick<Picture, 'address' | 'alt' | 'width' | 'height'>

export const pictureNode = ({ address, alt, width, height }: StoredPicture) => ({
  type: 'image',
  attrs: { src: address, alt, width, height },
})

/**
 * Stores pictures one by one, as the server takes them, and puts them into the text in their order.
 * @param onInserted gets the place of the first one, unless somebody went on typing meanwhile
 * @param beginUpload notes that pictures are on their way, and returns what notes that they are no more
 */
export function usePictureFiles(
  current: RefObject<Editor | null>,
  onInserted: (place: number) => void,
  beginUpload?: () => () => void,
) {
  const [waiting, setWaiting] = useState(0)

  async function insertFiles(files: readonly File[], at?: number) {
    const editor = current.current
    if (!editor) return
    const { activeElement } = document
    let place = at ?? editor.state.selection.to
    let isUntouched = true
    // What is typed, or inserted by another drop, while a picture is stored comes after it.
    function follow({ transaction }: EditorEvents['transaction']) {
      place = transaction.mapping.map(place, -1)
      if (transaction.docChanged) isUntouched = false
    }
    editor.on('transaction', follow)
    setWaiting((count) => count + files.length)
    const endUpload = beginUpload?.()
    const isSameUser = rememberUser()
    for (const image of files) {
      // Whoever has left the text wants no more of them in it.
      if (editor.isDestroyed || !isSameUser()) break
      try {
        const stored = await api.images.upload({ image })
        if (editor.isDestroyed) break
        const isFirst = isUntouched && document.activeElement === activeElement
        const inserted = insertAt(editor, place, stored)
        place = inserted + 1
        if (isFirst) onInserted(inserted)
      } catch (refusal) {
        const message = `${image.name}: ${problemsOf(refusal)}`
        if (isSameUser()) notify({ type: 'error', message })
      } finally {
        setWaiting((count) => count - 1)
      }
    }
    editor.off('transaction', follow)
    endUpload?.()
  }

  return { isStoring: waiting > 0, insertFiles }
}

/** Puts the picture beside the paragraph that is there, and leaves the selection. @returns the place of the picture */
function insertAt(editor: Editor, near: number, stored: StoredPicture) {
  const { tr, schema } = editor.state
  const picture = schema.nodeFromJSON(pictureNode(stored))
  const place = dropPoint(tr.doc, near, new Slice(Fragment.from(picture), 0, 0)) ?? near
  editor.view.dispatch(tr.insert(place, picture))
  return place
}

import { getHTMLFromFragment } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#client/api/client.ts'
import type { Picture } from '#features/images/contract.ts'
import { pluralize } from '#shared/format.ts'
import { videoOf } from '#shared/videos.ts'
import { notify } from '#ui/feedback/notify.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { problemsOf } from '../article-status.ts'
import { toEditorHtml, toSavedHtml } from './article-html.ts'
import { type SlashMenuState, slashMenu } from './block-choices.ts'
import { articleExtensions } from './extensions.ts'
import { cleanPastedHtml } from './paste.ts'
import { type Asking, RichTextToolbar } from './rich-text-toolbar.tsx'
import { SlashMenu } from './slash-menu.tsx'

type RichTextProps = {
  /** The HTML to begin with, and to take over when `replaced` changes. */
  html: string
  replaced: number
  /** Gets a function that gives the HTML as it is now. */
  onChange: (read: () => string) => void
  error?: string | undefined
}

const PictureChooser = lazyComponent(
  () => import('#client/resources/picture-chooser.tsx'),
  'PictureChooser',
)

type StoredPicture = Pick<Picture, 'address' | 'alt' | 'width' | 'height'>

const picturesOf = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

const tellLeftOut = (pictures: number) =>
  notify({
    type: 'info',
    message: `Without ${pluralize(pictures, 'picture')}: only files can be stored here. Save each as a file, and drop it into the text or add it by Picture.`,
  })

/** The text of an article, as it looks on its page. Takes pictures by drop, paste or choice. */
export function RichText({ html, replaced, onChange, error }: RichTextProps) {
  const [menu, setMenu] = useState<SlashMenuState>()
  const [uploads, setUploads] = useState(0)
  const [asking, setAsking] = useState<Asking>()
  const [isChoosing, setIsChoosing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const current = useRef<Editor>(null)

  async function insertPictures(files: readonly File[], at?: number) {
    for (const image of files) {
      setUploads((count) => count + 1)
      try {
        insertStored(await api.images.upload({ image }), at)
      } catch (refusal) {
        notify({ type: 'error', message: `${image.name}: ${problemsOf(refusal)}` })
      } finally {
        setUploads((count) => count - 1)
      }
    }
  }

  /** Inserts a stored picture, with what it shows where that is known. */
  function insertStored({ address, alt, width, height }: StoredPicture, at?: number) {
    const picture = { type: 'image', attrs: { src: address, alt, width, height } }
    const editor = current.current
    if (!editor || editor.isDestroyed) return
    const place = Math.min(at ?? editor.state.selection.to, editor.state.doc.content.size)
    editor.chain().focus().insertContentAt(place, picture).run()
  }

  const choosePicture = () => input.current?.click()
  const [extensions] = useState(() => [
    ...articleExtensions,
    Placeholder.configure({
      placeholder: "Write here, or type '/' for a heading, a list, a table …",
    }),
    slashMenu(
      [
        {
          label: 'Picture',
          words: 'image photograph upload',
          run(chain) {
            choosePicture()
            return chain
          },
        },
        {
          label: 'Video',
          words: 'film youtube vimeo embed',
          run(chain) {
            setAsking('video')
            return chain
          },
        },
        {
          label: 'Picture from the library',
          words: 'image photograph stored gallery',
          run(chain) {
            setIsChoosing(true)
            return chain
          },
        },
      ],
      setMenu,
    ),
  ])
  const editor = useEditor({
    extensions,
    content: toEditorHtml(html),
    editorProps: {
      attributes: {
        ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Content' },
        // Wide tables scroll the text as a whole: a part of it can't be reached by keyboard.
        class: 'prose min-h-80 overflow-x-auto px-4 py-5 outline-none sm:px-8',
      },
      transformPastedHTML: (pasted) => cleanPastedHtml(pasted, tellLeftOut),
      handlePaste(view, event) {
        const video = videoOf(event.clipboardData?.getData('text/plain') ?? '')
        const { $from, empty } = view.state.selection
        // Alone on its line the address of a video is the video; within a sentence it is a link.
        if (video && empty && $from.parent.type.name === 'paragraph' && !$from.parent.textContent) {
          current.current?.chain().insertContent({ type: 'video', attrs: { video } }).run()
          return true
        }
        const pictures = picturesOf(event.clipboardData)
        // Word puts a picture of the text beside the text.
        if (pictures.length === 0 || event.clipboardData?.types.includes('text/html')) return false
        void insertPictures(pictures)
        return true
      },
      handleDrop(view, event, _slice, isMoved) {
        const pictures = picturesOf(event.dataTransfer)
        if (isMoved || pictures.length === 0) return false
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        void insertPictures(pictures, at)
        return true
      },
    },
    onUpdate({ editor: { state } }) {
      onChange(() => toSavedHtml(getHTMLFromFragment(state.doc.content, state.schema)))
    },
  })
  current.current = editor

  const seen = useRef(replaced)
  useEffect(() => {
    if (seen.current === replaced || !editor) return
    seen.current = replaced
    if (toSavedHtml(editor.getHTML()) === html) return
    const { from } = editor.state.selection
    editor.commands.setContent(toEditorHtml(html), { emitUpdate: false })
    editor.commands.setTextSelection(Math.min(from, editor.state.doc.content.size))
  }, [editor, replaced, html])

  if (!editor) return null
  return (
    <div>
      <div
        className={`rounded border bg-surface focus-within:border-primary ${error ? 'border-error' : 'border-control'}`}
      >
        <RichTextToolbar
          editor={editor}
          onPicture={choosePicture}
          asking={asking}
          onAsk={setAsking}
          onLibrary={() => setIsChoosing(true)}
        />
        <EditorContent editor={editor} />
      </div>
      <SlashMenu menu={menu} />
      <p role="status" className="mt-1 min-h-5 text-muted text-sm">
        {uploads > 0 && 'Storing the picture…'}
      </p>
      {error && <p className="font-medium text-error text-sm">{error}</p>}
      {isChoosing && (
        <PictureChooser
          onChoose={(picture) => {
            setIsChoosing(false)
            insertStored(picture)
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      <label>
        <VisuallyHidden>Pictures for the text</VisuallyHidden>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          multiple
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void insertPictures([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
    </div>
  )
}

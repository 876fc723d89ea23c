import { getHTMLFromFragment } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import { type AnyExtension, type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pluralize } from '#shared/format.ts'
import { videoOf } from '#shared/videos.ts'
import { notify } from '#ui/feedback/notify.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { PictureInput } from '../resources/picture/picture-input.tsx'
import { toEditorHtml, toSavedHtml } from './article-html.ts'
import { type SlashMenuState, slashMenu } from './block-choices.ts'
import { canMake } from './extensions.ts'
import { cleanPastedHtml } from './paste.ts'
import { type Asking, RichTextToolbar } from './rich-text-toolbar.tsx'
import { SlashMenu } from './slash-menu.tsx'
import { pictureNode, usePictureFiles } from './use-picture-files.ts'

type RichTextProps = {
  /** What the field is called. */
  label: string
  /** The id of a hint. */
  describedBy?: string
  /** What the text can contain. */
  extensions: readonly AnyExtension[]
  /** The HTML to begin with, and to take over when `replaced` changes. */
  html: string
  replaced: number
  /** Gets a function that gives the HTML as it is now. */
  onChange: (read: () => string) => void
  /** Notes that pictures are on their way. @returns notes that they are no more */
  beginUpload?: () => () => void
  error?: string
}

const PictureChooser = lazyComponent(
  () => import('../resources/picture/picture-chooser.tsx'),
  'PictureChooser',
)

const picturesOf = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

const tellLeftOut = (pictures: number, hasPictures: boolean) =>
  notify({
    type: 'info',
    message: `Without ${pluralize(pictures, 'picture')}: ${
      hasPictures
        ? 'only files can be stored here. Save each as a file, and drop it into the text or add it by Picture.'
        : 'this text has none.'
    }`,
  })

/** A formatted text. Where it may contain pictures, it takes them by drop, paste or choice. */
export function RichText({
  label,
  describedBy,
  extensions: own,
  html,
  replaced,
  onChange,
  beginUpload,
  error,
}: RichTextProps) {
  const errorId = useId()
  const description = [describedBy, error && errorId].filter(Boolean).join(' ')
  const [menu, setMenu] = useState<SlashMenuState>()
  const [asking, setAsking] = useState<Asking>()
  const [isChoosing, setIsChoosing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const current = useRef<Editor>(null)

  const { isStoring, insertFiles } = usePictureFiles(
    current,
    (place) => {
      // The field that appears with the selection takes the focus.
      flushSync(() => setAsking('picture'))
      current.current?.commands.setNodeSelection(place)
    },
    beginUpload,
  )

  const choosePicture = () => input.current?.click()
  const [extensions] = useState(() => [
    ...own,
    Placeholder.configure({ placeholder: "Write here, or type '/' for a heading, a list …" }),
    slashMenu(
      [
        {
          label: 'Picture',
          needs: 'image',
          words: 'image photograph upload',
          run(chain) {
            choosePicture()
            return chain
          },
        },
        {
          label: 'Video',
          needs: 'video',
          words: 'film youtube vimeo embed',
          run(chain) {
            setAsking('video')
            return chain
          },
        },
        {
          label: 'Picture from the library',
          needs: 'image',
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
    // One that is made while React renders is destroyed where that takes longer than a millisecond.
    immediatelyRender: false,
    extensions,
    content: toEditorHtml(html),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(description && { 'aria-describedby': description }),
        ...(error && { 'aria-invalid': 'true' }),
        // Wide tables scroll the text as a whole: a part of it can't be reached by keyboard.
        class: 'prose min-h-80 overflow-x-auto px-4 py-5 outline-none sm:px-8',
      },
      transformPastedHTML: (pasted, { state }) => {
        const hasPictures = canMake(state.schema, 'image')
        return cleanPastedHtml(pasted, hasPictures, (count) => tellLeftOut(count, hasPictures))
      },
      handlePaste(view, event) {
        const { schema, selection } = view.state
        const address = event.clipboardData?.getData('text/plain') ?? ''
        const video = canMake(schema, 'video') && videoOf(address)
        const { $from, empty } = selection
        // Alone on its line the address of a video is the video; within a sentence it is a link.
        if (video && empty && $from.parent.type.name === 'paragraph' && !$from.parent.textContent) {
          current.current?.chain().insertContent({ type: 'video', attrs: { video } }).run()
          return true
        }
        const pictures = picturesOf(event.clipboardData)
        // Word puts a picture of the text beside the text.
        if (pictures.length === 0 || event.clipboardData?.types.includes('text/html')) return false
        if (canMake(schema, 'image')) void insertFiles(pictures)
        else tellLeftOut(pictures.length, false)
        return true
      },
      handleDrop(view, event, _slice, isMoved) {
        const pictures = picturesOf(event.dataTransfer)
        if (isMoved || pictures.length === 0) return false
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        if (canMake(view.state.schema, 'image')) void insertFiles(pictures, at)
        else tellLeftOut(pictures.length, false)
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
    if (!editor || seen.current === replaced) return
    seen.current = replaced
    if (toSavedHtml(editor.getHTML()) === html) return
    const { from } = editor.state.selection
    editor.commands.setContent(toEditorHtml(html), { emitUpdate: false })
    editor.commands.setTextSelection(Math.min(from, editor.state.doc.content.size))
  }, [editor, replaced, html])

  return (
    <div>
      <div
        className={`rounded border bg-surface focus-within:border-primary ${error ? 'border-error' : 'border-control'}`}
      >
        {editor ? (
          <RichTextToolbar
            editor={editor}
            onPicture={choosePicture}
            asking={asking}
            onAsk={setAsking}
            onLibrary={() => setIsChoosing(true)}
          />
        ) : (
          <div className="h-96" />
        )}
        <EditorContent editor={editor} />
      </div>
      <SlashMenu menu={menu} />
      <p role="status" className="mt-1 min-h-5 text-muted text-sm">
        {isStoring && 'Storing the picture…'}
      </p>
      {error && (
        <p id={errorId} className="font-medium text-error text-sm">
          {error}
        </p>
      )}
      {isChoosing && editor && (
        <PictureChooser
          onChoose={(picture) => {
            setIsChoosing(false)
            editor
              .chain()
              .focus()
              .insertContentAt(editor.state.selection.to, pictureNode(picture))
              .run()
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      <PictureInput label="Pictures for the text" ref={input} onChoose={insertFiles} />
    </div>
  )
}

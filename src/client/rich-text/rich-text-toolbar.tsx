import { Toolbar } from '@base-ui/react/toolbar'
import { type Editor, useEditorState } from '@tiptap/react'
import type { CalloutKind } from '#shared/callouts.ts'
import { classNames } from '#ui/class-names.ts'
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  type IconComponent,
  ImagePlus,
  Images,
  Info,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo2,
  SquareCode,
  SquarePlay,
  Table,
  Undo2,
} from '#ui/icons.ts'
import {
  CalloutBar,
  LinkBar,
  NewVideoBar,
  PictureBar,
  TableBar,
  VideoBar,
} from './context-bars.tsx'
import { canMake } from './extensions.ts'

/** What one types an address for, or what a new picture shows. */
export type Asking = 'link' | 'video' | 'picture' | undefined

type RichTextToolbarProps = {
  editor: Editor
  onPicture: () => void
  /** Chooses one of the stored pictures. */
  onLibrary: () => void
  asking: Asking
  onAsk: (asking: Asking) => void
}

/** The buttons above the text, and below them what belongs to the link, picture or table that one is in. */
export function RichTextToolbar(props: RichTextToolbarProps) {
  const { editor, onPicture, onLibrary, asking, onAsk } = props
  const on = useEditorState({ editor, selector: ({ editor: now }) => activeIn(now) })
  const chain = () => editor.chain().focus()

  const all: (Tool | null)[] = [
    { label: 'Bold', icon: Bold, isOn: on.bold, run: () => chain().toggleBold().run() },
    { label: 'Italic', icon: Italic, isOn: on.italic, run: () => chain().toggleItalic().run() },
    {
      label: 'Code in the line',
      needs: 'code',
      icon: Code,
      isOn: on.code,
      run: () => chain().toggleCode().run(),
    },
    { label: 'Link', icon: Link, isOn: on.link, run: () => onAsk('link') },
    null,
    ...([2, 3] as const).map((level) => ({
      label: `Heading ${level}`,
      icon: level === 2 ? Heading2 : Heading3,
      isOn: on.heading === level,
      run: () => chain().toggleHeading({ level }).run(),
    })),
    { label: 'List', icon: List, isOn: on.list, run: () => chain().toggleBulletList().run() },
    {
      label: 'Numbered list',
      icon: ListOrdered,
      isOn: on.numbered,
      run: () => chain().toggleOrderedList().run(),
    },
    { label: 'Quote', icon: Quote, isOn: on.quote, run: () => chain().toggleBlockquote().run() },
    null,
    { label: 'Picture', needs: 'image', icon: ImagePlus, run: onPicture },
    { label: 'Picture from the library', needs: 'image', icon: Images, run: onLibrary },
    {
      label: 'Table',
      needs: 'table',
      icon: Table,
      isOn: on.table,
      run: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    {
      label: 'Callout',
      needs: 'callout',
      icon: Info,
      isOn: on.callout !== undefined,
      run: () => chain().toggleWrap('callout').run(),
    },
    {
      label: 'Video',
      needs: 'video',
      icon: SquarePlay,
      isOn: on.video,
      run: () => onAsk('video'),
    },
    {
      label: 'Code',
      needs: 'codeBlock',
      icon: SquareCode,
      isOn: on.block,
      run: () => chain().toggleCodeBlock().run(),
    },
    null,
    { label: 'Undo typing', icon: Undo2, isOff: !on.canUndo, run: () => chain().undo().run() },
    { label: 'Redo typing', icon: Redo2, isOff: !on.canRedo, run: () => chain().redo().run() },
  ]
  const tools = all
    .filter((tool) => canMake(editor.schema, tool?.needs))
    // A group of which nothing is left leaves no line either.
    .filter((tool, index, shown) => tool !== null || shown[index - 1] !== null)

  return (
    <div className="sticky top-0 z-10 sm:top-14 rounded-t border-line border-b bg-raised">
      <Toolbar.Root aria-label="Format" className="flex flex-wrap items-center gap-0.5 p-1.5">
        {tools.map((tool, index) =>
          tool ? (
            <ToolButton key={tool.label} {...tool} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tools never change their places
            <Toolbar.Separator key={index} className="mx-1 h-6 w-px bg-line" />
          ),
        )}
      </Toolbar.Root>
      {asking === 'link' && <LinkBar editor={editor} onClose={() => onAsk(undefined)} />}
      {asking === 'video' && <NewVideoBar editor={editor} onClose={() => onAsk(undefined)} />}
      {on.video && !asking && <VideoBar key={on.videoName} editor={editor} />}
      {on.image && (!asking || asking === 'picture') && (
        <PictureBar
          key={on.src}
          editor={editor}
          alt={on.alt}
          isAsked={asking === 'picture'}
          onLeave={() => onAsk(undefined)}
        />
      )}
      {on.callout && !asking && <CalloutBar editor={editor} kind={on.callout} />}
      {on.table && !asking && <TableBar editor={editor} />}
    </div>
  )
}

type Tool = {
  label: string
  /** What the text must be able to contain. */
  needs?: string
  icon: IconComponent
  isOn?: boolean
  isOff?: boolean
  run: () => void
}

function ToolButton({ label, icon: Icon, isOn, isOff, run }: Tool) {
  return (
    <Toolbar.Button
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      disabled={isOff}
      onClick={run}
      className={classNames(
        'grid size-9 place-items-center rounded-sm data-disabled:opacity-40',
        isOn ? 'bg-primary text-on-primary' : 'text-text hover:bg-primary-soft',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </Toolbar.Button>
  )
}

const activeIn = (editor: Editor) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  code: editor.isActive('code'),
  link: editor.isActive('link'),
  heading: editor.getAttributes('heading').level as number | undefined,
  list: editor.isActive('bulletList'),
  numbered: editor.isActive('orderedList'),
  quote: editor.isActive('blockquote'),
  block: editor.isActive('codeBlock'),
  table: editor.isActive('table'),
  image: editor.isActive('image'),
  src: editor.getAttributes('image').src as string | undefined,
  alt: (editor.getAttributes('image').alt as string | undefined) ?? '',
  callout: editor.isActive('callout')
    ? (editor.getAttributes('callout').kind as CalloutKind)
    : undefined,
  video: editor.isActive('video'),
  videoName: editor.getAttributes('video').video as string | undefined,
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
})

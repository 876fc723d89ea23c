import { Selection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { type CalloutKind, calloutLabels } from '#shared/callouts.ts'
import { videoLinks, videoOf, videoSiteNames } from '#shared/videos.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

function ContextBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-end gap-2 border-line border-t p-2.5"
    >
      {children}
    </section>
  )
}

/** What links may lead to: a page, a mailbox, a telephone, or a page of this site. */
const linkTarget = /^(https?:\/\/\S+|mailto:\S+@\S+|tel:\+?[\d\s-]+|\/(?!\/)\S*|#\S+)$/i

type BarProps = { editor: Editor; onClose: () => void }

type AddressBarProps = BarProps & {
  /** What the address is of: 'Link'. */
  label: string
  field: string
  action: string
  value?: string
  /** Takes the address, trimmed. @returns an error message or undefined */
  apply: (address: string) => string | undefined
  /** Further buttons. */
  children?: ReactNode
}

/** Asks for an address. */
function AddressBar(props: AddressBarProps) {
  const { editor, label, field, action, value = '', apply, onClose, children } = props
  const [address, setAddress] = useState(value)
  const [error, setError] = useState<string>()

  function close() {
    editor.commands.focus()
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // The form lies within nothing else, but the event of a portal would go on to the page's.
    event.stopPropagation()
    const problem = apply(address.trim())
    setError(problem)
    if (!problem) onClose()
  }

  return (
    <ContextBar label={label}>
      <form
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        className="flex grow flex-wrap items-end gap-2"
      >
        <TextField
          label={field}
          value={address}
          autoFocus
          maxLength={2000}
          onChange={(event) => setAddress(event.target.value)}
          error={error}
          className="min-w-52 grow"
        />
        <Button type="submit" size="sm">
          {action}
        </Button>
        {children}
        <Button variant="quiet" size="sm" onClick={close}>
          Cancel
        </Button>
      </form>
    </ContextBar>
  )
}

/** Sets or removes the link of the selected text. */
export function LinkBar({ editor, onClose }: BarProps) {
  const before = (editor.getAttributes('link').href as string | undefined) ?? ''

  function apply(typed: string) {
    const target = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(typed) ? `https://${typed}` : typed
    if (!linkTarget.test(target)) return 'Please enter an address such as https://huza.example'
    const chain = editor.chain().focus().extendMarkRange('link')
    const { empty } = editor.state.selection
    if (empty && before === '') {
      const link = { type: 'link', attrs: { href: target } }
      chain.insertContent({ type: 'text', text: typed, marks: [link] }).run()
    } else chain.setLink({ href: target }).run()
    return undefined
  }

  return (
    <AddressBar
      editor={editor}
      apply={apply}
      onClose={onClose}
      label="Link"
      field="Address of the link"
      action="Set link"
      value={before}
    >
      {before !== '' && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          Remove link
        </Button>
      )}
    </AddressBar>
  )
}

type PictureBarProps = {
  editor: Editor
  alt: string
  /** Whether the field gets the focus, as that of a new picture does. */
  isAsked: boolean
  onLeave: () => void
}

/** The alternative text of the selected picture. Escape and Enter go on in the text behind it. */
export function PictureBar({ editor, alt, isAsked, onLeave }: PictureBarProps) {
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    event.preventDefault()
    const { doc, selection } = editor.state
    editor.commands.focus(Selection.findFrom(doc.resolve(selection.to), 1, true)?.from ?? 'end')
  }

  return (
    <ContextBar label="Picture">
      <TextField
        label="What the picture shows"
        hint="Read to those who don’t see it. Empty only if it tells nothing."
        defaultValue={alt}
        maxLength={300}
        autoFocus={isAsked}
        onBlur={onLeave}
        onKeyDown={handleKey}
        onChange={(event) => editor.commands.updateAttributes('image', { alt: event.target.value })}
        className="min-w-52 grow"
      />
      <Button
        variant="secondary"
        size="sm"
        onClick={() => editor.chain().focus().deleteSelection().run()}
      >
        Remove picture
      </Button>
    </ContextBar>
  )
}

export function TableBar({ editor }: { editor: Editor }) {
  const chain = () => editor.chain().focus()
  const actions: [label: string, run: () => void][] = [
    ['Add row', () => chain().addRowAfter().run()],
    ['Add column', () => chain().addColumnAfter().run()],
    ['Heading row', () => chain().toggleHeaderRow().run()],
    ['Delete row', () => chain().deleteRow().run()],
    ['Delete column', () => chain().deleteColumn().run()],
    ['Delete table', () => chain().deleteTable().run()],
  ]
  return (
    <ContextBar label="Table">
      {actions.map(([label, run]) => (
        <Button key={label} variant="quiet" size="sm" onClick={run}>
          {label}
        </Button>
      ))}
    </ContextBar>
  )
}

/** Which word stands in a callout. */
export function CalloutBar({ editor, kind }: { editor: Editor; kind: CalloutKind }) {
  const chain = () => editor.chain().focus()
  return (
    <ContextBar label="Callout">
      {(Object.keys(calloutLabels) as CalloutKind[]).map((other) => (
        <Button
          key={other}
          variant={other === kind ? 'secondary' : 'quiet'}
          size="sm"
          aria-pressed={other === kind}
          onClick={() => chain().updateAttributes('callout', { kind: other }).run()}
        >
          {calloutLabels[other]}
        </Button>
      ))}
      <Button variant="quiet" size="sm" onClick={() => chain().lift('callout').run()}>
        Remove callout
      </Button>
    </ContextBar>
  )
}

/** Adds a video by its address. */
export function NewVideoBar({ editor, onClose }: BarProps) {
  function apply(address: string) {
    const video = videoOf(address)
    if (!video) return `Please enter the address of a video on ${videoSiteNames}`
    editor.chain().focus().insertContent({ type: 'video', attrs: { video } }).run()
    // The new one is selected, so that one says at once what it shows.
    const { doc, selection } = editor.state
    let place: number | undefined
    doc.nodesBetween(0, Math.min(selection.to + 1, doc.content.size), ({ type }, at) => {
      if (type.name === 'video') place = at
    })
    if (place !== undefined) editor.commands.setNodeSelection(place)
    return undefined
  }

  return (
    <AddressBar
      editor={editor}
      apply={apply}
      onClose={onClose}
      label="Video"
      field={`Address of the video on ${videoSiteNames}`}
      action="Add video"
    />
  )
}

/** What the selected video shows. */
export function VideoBar({ editor }: { editor: Editor }) {
  const { video, title } = editor.getAttributes('video')
  return (
    <ContextBar label="Video">
      <TextField
        label="What the video shows"
        hint={`Readers see this before they load it from ${videoLinks(video)?.siteName}.`}
        defaultValue={title}
        maxLength={200}
        onChange={(event) =>
          editor.commands.updateAttributes('video', { title: event.target.value })
        }
        className="min-w-52 grow"
      />
      <Button
        variant="secondary"
        size="sm"
        onClick={() => editor.chain().focus().deleteSelection().run()}
      >
        Remove video
      </Button>
    </ContextBar>
  )
}

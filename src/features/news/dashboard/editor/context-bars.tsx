import type { Editor } from '@tiptap/react'
import { type FormEvent, type ReactNode, useState } from 'react'
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

/** Sets or removes the link of the selected text. */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = (editor.getAttributes('link').href as string | undefined) ?? ''
  const [href, setHref] = useState(before)
  const [error, setError] = useState<string>()

  function close() {
    editor.commands.focus()
    onClose()
  }

  function apply(event: FormEvent) {
    event.preventDefault()
    // The form lies within nothing else, but the event of a portal would go on to the page's.
    event.stopPropagation()
    const typed = href.trim()
    const target = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(typed) ? `https://${typed}` : typed
    if (!linkTarget.test(target))
      return setError('Please enter an address such as https://huza.example')
    const chain = editor.chain().focus().extendMarkRange('link')
    const { empty } = editor.state.selection
    if (empty && before === '') {
      const link = { type: 'link', attrs: { href: target } }
      chain.insertContent({ type: 'text', text: typed, marks: [link] }).run()
    } else chain.setLink({ href: target }).run()
    onClose()
  }

  return (
    <ContextBar label="Link">
      <form
        noValidate
        onSubmit={apply}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        className="flex grow flex-wrap items-end gap-2"
      >
        <TextField
          label="Address of the link"
          value={href}
          autoFocus
          maxLength={2000}
          onChange={(event) => setHref(event.target.value)}
          error={error}
          className="min-w-52 grow"
        />
        <Button type="submit" size="sm">
          Set link
        </Button>
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
        <Button variant="quiet" size="sm" onClick={close}>
          Cancel
        </Button>
      </form>
    </ContextBar>
  )
}

/** The alternative text of the selected picture. */
export function PictureBar({ editor, alt }: { editor: Editor; alt: string }) {
  return (
    <ContextBar label="Picture">
      <TextField
        label="What the picture shows"
        hint="Read to those who don’t see it. Empty only if it tells nothing."
        defaultValue={alt}
        maxLength={300}
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

import { type AnyExtension, Mark, mergeAttributes, Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import type { Schema } from '@tiptap/pm/model'
import { StarterKit, type StarterKitOptions } from '@tiptap/starter-kit'
import { isCalloutKind } from '#shared/callouts.ts'
import { videoLinks } from '#shared/videos.ts'

/** A mark without attributes that the editor only keeps, such as of a text that came by the API. */
const plainMark = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'image figcaption?',
  draggable: true,
  isolating: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', mergeAttributes(HTMLAttributes), 0],
})

const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', mergeAttributes(HTMLAttributes), 0],
})

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  // As deep as a box is read with ease: no box within a box, and no heading.
  content: '(paragraph | bulletList | orderedList)+',
  defining: true,
  addAttributes: () => ({ kind: { default: 'note' } }),
  parseHTML: () => [
    {
      tag: 'aside',
      getAttrs: ({ dataset }) => isCalloutKind(dataset.callout ?? '') && { kind: dataset.callout },
    },
  ],
  renderHTML: ({ node }) => ['aside', { 'data-callout': node.attrs.kind, role: 'note' }, 0],
  addKeyboardShortcuts() {
    return {
      // An empty last line leads out of the box, as it does out of a list.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection
        const isEmptyLine = empty && $from.parent.content.size === 0 && $from.depth > 1
        const isLast = isEmptyLine && $from.index(-1) === $from.node(-1).childCount - 1
        return isLast && $from.node(-1).type === this.type && editor.commands.lift(this.name)
      },
    }
  },
})

const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ video: { default: '' }, title: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'figure[data-video]',
      // Before the figures that hold pictures.
      priority: 60,
      getAttrs: ({ dataset, textContent }) =>
        videoLinks(dataset.video ?? '') !== null && {
          video: dataset.video,
          title: textContent?.trim(),
        },
    },
  ],
  renderHTML: ({ node: { attrs } }) => {
    const links = videoLinks(attrs.video)
    const text = attrs.title || `Video on ${links?.siteName}`
    return ['figure', { 'data-video': attrs.video }, ['a', { href: links?.watch }, text]]
  },
})

const text: Partial<StarterKitOptions> = {
  heading: { levels: [2, 3, 4] },
  link: {
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null, class: null },
  },
}

/**
 * The text of an article: what `safeArticleHtml` of src/platform/text/html.ts lets through. An element that the editor
 * doesn't know would be lost by the first edit.
 */
export const articleExtensions: AnyExtension[] = [
  StarterKit.configure(text),
  Image,
  Figure,
  Figcaption,
  Callout,
  Video,
  TableKit.configure({ table: { resizable: false } }),
  plainMark('subscript', 'sub'),
  plainMark('superscript', 'sup'),
]

/** The text of an email: what `safeEmailHtml` of src/platform/text/html.ts lets through. */
export const emailExtensions: AnyExtension[] = [
  StarterKit.configure({ ...text, code: false, codeBlock: false, strike: false, underline: false }),
]

/** Whether a text of this schema can contain an element or a mark of this name. */
export const canMake = ({ nodes, marks }: Schema, name: string | undefined) =>
  name === undefined || name in nodes || name in marks

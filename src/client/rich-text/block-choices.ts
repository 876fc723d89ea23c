import { type ChainedCommands, Extension } from '@tiptap/core'
import { Suggestion, type SuggestionProps } from '@tiptap/suggestion'
import { canMake } from './extensions.ts'

/** A kind of block that the `/` menu makes. */
export type BlockChoice = {
  label: string
  /** What else it may be looked for by. */
  words: string
  /** What the text must be able to contain. */
  needs?: string
  /** The Markdown that makes it, too. */
  shortcut?: string
  run: (chain: ChainedCommands) => ChainedCommands
}

const blockChoices: readonly BlockChoice[] = [
  { label: 'Text', words: 'paragraph', run: (chain) => chain.setParagraph() },
  ...([2, 3, 4] as const).map((level) => ({
    label: `Heading ${level}`,
    words: `title h${level}`,
    shortcut: '#'.repeat(level),
    run: (chain: ChainedCommands) => chain.setHeading({ level }),
  })),
  { label: 'List', words: 'bullets', shortcut: '-', run: (chain) => chain.toggleBulletList() },
  {
    label: 'Numbered list',
    words: 'order',
    shortcut: '1.',
    run: (chain) => chain.toggleOrderedList(),
  },
  { label: 'Quote', words: 'blockquote', shortcut: '>', run: (chain) => chain.toggleBlockquote() },
  {
    label: 'Code',
    needs: 'codeBlock',
    words: 'program',
    shortcut: '```',
    run: (chain) => chain.toggleCodeBlock(),
  },
  {
    label: 'Callout',
    needs: 'callout',
    words: 'box note tip warning careful',
    run: (chain) => chain.toggleWrap('callout'),
  },
  {
    label: 'Table',
    needs: 'table',
    words: 'rows columns',
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  {
    label: 'Line',
    words: 'rule divider',
    shortcut: '---',
    run: (chain) => chain.setHorizontalRule(),
  },
]

const matching = (choices: readonly BlockChoice[], query: string) =>
  choices.filter(({ label, words }) =>
    `${label} ${words}`.toLowerCase().includes(query.toLowerCase()),
  )

export type SlashMenuState = {
  choices: readonly BlockChoice[]
  selected: number
  choose: (index: number) => void
  /** Where the `/` stands on the screen. */
  at: DOMRect | null
}

/**
 * The menu that `/` opens at the start of a line.
 * @param more choices that need more than the editor, such as a picture
 * @param show gets the menu as it is to be shown; undefined closes it
 */
export const slashMenu = (
  more: readonly BlockChoice[],
  show: (menu: SlashMenuState | undefined) => void,
) =>
  Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      let props: SuggestionProps<BlockChoice> | undefined
      let selected = 0
      const choose = (index: number) => {
        const choice = props?.items[index]
        if (choice) props?.command(choice)
      }
      const update = (next: SuggestionProps<BlockChoice>) => {
        props = next
        selected = Math.min(selected, Math.max(0, next.items.length - 1))
        const isEmpty = next.items.length === 0
        const at = next.clientRect?.() ?? null
        show(isEmpty ? undefined : { choices: next.items, selected, choose, at })
      }
      return [
        Suggestion<BlockChoice>({
          editor: this.editor,
          char: '/',
          startOfLine: true,
          items: ({ query, editor: { schema } }) =>
            matching([...blockChoices, ...more], query).filter(({ needs }) =>
              canMake(schema, needs),
            ),
          command: ({ editor, range, props: choice }) => {
            choice.run(editor.chain().focus().deleteRange(range)).run()
          },
          render: () => ({
            onStart(started) {
              selected = 0
              update(started)
            },
            onUpdate: update,
            onKeyDown({ event }) {
              const count = props?.items.length ?? 0
              if (count === 0) return false
              if (event.key === 'Enter' || event.key === 'Tab') choose(selected)
              else if (event.key === 'ArrowDown') selected = (selected + 1) % count
              else if (event.key === 'ArrowUp') selected = (selected - 1 + count) % count
              else return false
              if (props && event.key.startsWith('Arrow')) update(props)
              return true
            },
            onExit() {
              props = undefined
              show(undefined)
            },
          }),
        }),
      ]
    },
  })

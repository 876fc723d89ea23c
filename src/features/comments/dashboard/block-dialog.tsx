import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { notify } from '#ui/feedback/notify.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { StaffComment } from '../moderation-contract.ts'
import { type BlockKind, validateBlock } from '../validation.ts'
import { blockLabels } from './block-labels.ts'

type BlockDialogProps = {
  /** The comment whose author, network or words are to be blocked. */
  comment?: StaffComment
  onClose: () => void
}

type BlockValues = { kind: BlockKind; value: string; note: string }

const hints: Record<BlockKind, string> = {
  email: 'Whoever writes under this email.',
  domain: 'Whoever writes from this domain, and comments that name it or link to it.',
  word: 'Comments and names with this word, or these words in a row. Case and accents do not count.',
  network:
    'Everybody who writes from where this comment came from, for 7 days. Nobody sees the address.',
}

/** Blocks an email, a domain, a network or a word. */
export function BlockDialog({ comment, onClose }: BlockDialogProps) {
  const create = useWrite('commentBlocks.create')
  const suggested = {
    email: comment?.email ?? '',
    // That of a large provider would hold half of the readers.
    domain: ownDomainOf(comment?.email ?? ''),
    word: '',
    network: '',
  }
  const initial: BlockValues = {
    kind: comment ? 'email' : 'word',
    value: suggested.email,
    note: '',
  }
  const form = useCallForm<BlockValues>(initial, async ({ kind, value, note }) => {
    if (kind !== 'network') {
      await create.mutateAsync({ kind, value, note })
    } else {
      // A network is offered for a comment alone.
      if (!comment) return
      await create.mutateAsync({ kind, comment_id: comment.id, note })
    }
    notify({ type: 'success', message: 'Blocked. Such comments are held from now on.' })
    onClose()
  })
  const kind = form.watch('kind')
  const offered = (Object.keys(blockLabels) as BlockKind[]).filter(
    (one) => one !== 'network' || comment?.has_network,
  )
  return (
    <FormDialog
      title="Block"
      description="New comments that meet a block are held, and gathered in one row of the queue. Nothing is lost, and the author is not told."
      submitLabel="Block"
      {...form.dialog}
      onClose={onClose}
    >
      <SelectField
        {...form.register('kind', {
          onChange: ({ target }) => form.setValue('value', suggested[target.value as BlockKind]),
        })}
        label="What"
        hint={hints[kind]}
        error={form.errorOf('kind')}
        options={offered.map((value) => ({ value, label: blockLabels[value] }))}
      />
      {kind !== 'network' && (
        <TextField {...form.field('value')} label={blockLabels[kind]} maxLength={254} required />
      )}
      <TextField
        {...form.field('note')}
        label="Why"
        hint="For your colleagues. It may be empty."
        maxLength={200}
      />
    </FormDialog>
  )
}

function ownDomainOf(email: string) {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return validateBlock('domain', domain) ? '' : domain
}

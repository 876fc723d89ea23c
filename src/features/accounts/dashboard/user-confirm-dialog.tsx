import { type ProcedureInput, useWrite } from '#client/api/queries.ts'
import { useMailNote } from '#client/mail-note.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { UserRow } from '../contract.ts'

const ProvePasswordDialog = lazyComponent(
  () => import('./prove-password-dialog.tsx'),
  'ProvePasswordDialog',
)

/** The actions that need confirmation. */
export type ConfirmedAction = 'disable' | 'enable' | 'reset' | 'signOut' | 'invite'

const texts: Record<ConfirmedAction, { ask: string; text: string; label: string; done: string }> = {
  disable: {
    ask: 'Disable',
    text: 'They are signed out everywhere at once and cannot sign in until enabled again.',
    label: 'Disable',
    done: 'is disabled.',
  },
  enable: {
    ask: 'Enable',
    text: 'They can sign in again with their password.',
    label: 'Enable',
    done: 'can sign in again.',
  },
  signOut: {
    ask: 'Sign out',
    text: 'They are signed out everywhere at once, and can sign in again. What they had typed and not saved may be lost.',
    label: 'Sign out',
    done: 'is signed out everywhere.',
  },
  invite: {
    ask: 'Invite again:',
    text: 'They get another email with a link to choose a password. The links of earlier emails end.',
    label: 'Invite again',
    done: 'gets another invitation.',
  },
  reset: {
    ask: 'Reset the second factor of',
    text: 'They sign in with their password alone until they turn it on again. Be sure that it is they who ask.',
    label: 'Reset',
    done: 'signs in without a second factor now.',
  },
}

/** Whoever never accepted an invitation has no password to sign in with. */
const enablesInvited = {
  ...texts.enable,
  text: 'They still have to accept an invitation before they can sign in. Invite them again if the link has ended.',
  done: 'is enabled.',
}

type UserConfirmDialogProps = {
  user: UserRow
  action: ConfirmedAction
  onClose: () => void
  show: (change: UndoableChange) => void
}

/** Confirms and performs an action on a user's account. */
export function UserConfirmDialog({ user, action, onClose, show }: UserConfirmDialogProps) {
  const update = useWrite('users.update')
  const signOut = useWrite('users.signOut')
  const invite = useWrite('users.invite')
  const textsOf = (of: ConfirmedAction) =>
    of === 'enable' && user.invited_at ? enablesInvited : texts[of]
  const { ask, text, label, done } = textsOf(action)
  const note = useMailNote()
  const mailNote = action === 'invite' ? note : ''
  const { id, name } = user

  async function send(change: Omit<ProcedureInput<'users.update'>, 'id'>) {
    await update.mutateAsync({ id, ...change })
    tell()
  }

  async function confirm() {
    if (action === 'signOut') await signOut.mutateAsync({ id })
    else if (action === 'invite') await invite.mutateAsync({ id })
    else return setDisabled(action === 'disable')
    tell()
  }

  async function setDisabled(disabled: boolean) {
    await update.mutateAsync({ id, disabled })
    const told = (isDisabled: boolean) =>
      `${name} ${textsOf(isDisabled ? 'disable' : 'enable').done}`
    show({
      text: told(disabled),
      async undo() {
        await update.mutateAsync({ id, disabled: !disabled })
        return told(!disabled)
      },
    })
  }

  const tell = () => {
    notify({ type: 'success', message: `${name} ${done}${mailNote}` })
  }

  const shared = {
    title: `${ask} ${name}?`,
    text: text + mailNote,
    isDanger: action !== 'enable' && action !== 'invite',
    onClose,
  }
  if (action === 'reset') {
    return (
      <ProvePasswordDialog
        {...shared}
        submitLabel={label}
        field="current_password"
        onProve={async ({ password, code }) => {
          await send({ reset_second_factor: true, current_password: password, code })
          onClose()
        }}
      />
    )
  }
  return <ConfirmDialog {...shared} isOpen confirmLabel={label} onConfirm={confirm} />
}

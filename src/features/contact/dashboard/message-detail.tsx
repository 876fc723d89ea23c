import { useEffect, useRef } from 'react'
import { useRead, useWrite } from '#client/api/queries.ts'
import { useUnsavedTexts } from '#client/resources/edit/unsaved-texts.ts'
import { useNote } from '#client/resources/edit/use-note.ts'
import { DetailPage } from '#client/resources/page/detail-page.tsx'
import { Neighbours } from '#client/resources/page/neighbours.tsx'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { readListQuery } from '#ui/data-table/filters.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { ChevronDown } from '#ui/icons.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { useDiscardQuestion } from '#ui/overlays/use-discard-question.tsx'
import { StatusBadge, statusOptions } from '#ui/status-badge.tsx'
import type { Contact, ContactDetail } from '../message-schemas.ts'
import { messageListSpec } from './message-list-spec.ts'
import { MessageNotes } from './message-notes.tsx'
import { MessageSender } from './message-sender.tsx'
import { contactStatusLooks, messageDeletion, useOwners } from './message-status.ts'
import { MessageThread } from './message-thread.tsx'
import { ReplyClock } from './reply-clock.tsx'
import { ReplyForm } from './reply-form.tsx'
import { useDraft } from './use-draft.ts'
import { useMessageChanges } from './use-message-changes.ts'

/** A message with its thread, and all that is done about it. */
export function MessageDetailPage({ id }: { id: number }) {
  const { strip, show } = useUndoStrip()
  const changes = useMessageChanges(show)
  return (
    <DetailPage
      procedure="contact.get"
      id={id}
      noun="message"
      list={{ path: '/dashboard/messages', title: 'Messages' }}
      rowName={({ subject }) => subject}
      deletion={messageDeletion}
      navigation={<MessageNeighbours id={id} />}
      text={({ status, owner, answer_due_at }) => (
        <>
          <StatusBadge looks={contactStatusLooks} status={status} />
          <ReplyClock due={answer_due_at} />
          {owner ? `Owner: ${owner.name}` : 'Nobody takes care of it yet'}
        </>
      )}
      actions={(contact) => <MessageMenus contact={contact} changes={changes} />}
    >
      {(contact) => (
        <>
          {strip}
          <MessageWork contact={contact} />
        </>
      )}
    </DetailPage>
  )
}

function MessageNeighbours({ id }: { id: number }) {
  const listUrl = useListUrl()
  const { filters, ordering } = readListQuery(listUrl, messageListSpec)
  const { data } = useRead('contact.neighbours', { id, ...filters, ordering })
  const hrefOf = (other: number) => `/dashboard/messages/${other}${listUrl.search}`
  return <Neighbours noun="message" ids={data} hrefOf={hrefOf} />
}

type MessageMenusProps = { contact: Contact; changes: ReturnType<typeof useMessageChanges> }

/** Changes the status, the owner and whether a message is read. What it has is not offered. */
function MessageMenus({ contact, changes }: MessageMenusProps) {
  const owners = useOwners()?.filter(({ id }) => id !== contact.owner?.id)
  const arrow = <ChevronDown aria-hidden="true" className="-mr-1 size-4" />
  return (
    <>
      <Menu trigger={<>Assign {arrow}</>} variant="secondary">
        {owners?.map((owner) => (
          <MenuItem key={owner.id} onSelect={() => changes.setOwner(contact, owner)}>
            {owner.name}
          </MenuItem>
        ))}
        {contact.owner && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => changes.setOwner(contact, null)}>Nobody</MenuItem>
          </>
        )}
      </Menu>
      <Menu trigger={<>Mark as {arrow}</>} variant="secondary">
        {statusOptions(contactStatusLooks, contact.status).map(({ value, label }) => (
          <MenuItem key={value} onSelect={() => changes.setStatus(contact, value)}>
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => changes.setRead(contact, !contact.is_read)}>
          {contact.is_read ? 'Unread' : 'Read'}
        </MenuItem>
      </Menu>
    </>
  )
}

/** The thread with the forms below it, and beside it who has written. Asks before typed words are lost. */
function MessageWork({ contact }: { contact: ContactDetail }) {
  const draft = useDraft(contact)
  const notes = useUnsavedTexts('notes on messages')
  const note = notes.textOf(contact.id)
  const changeNote = (changeOf: (now: string) => string) => notes.change(contact.id, changeOf)
  const add = useWrite('contact.addNote')
  const save = (text: string) => add.mutateAsync({ id: contact.id, text })
  const noting = useNote(note, save, changeNote)
  useOpened(contact)
  const { question } = useDiscardQuestion({
    isDirty: draft.isUnsaved || note.trim() !== '',
    isBusy: false,
    onDiscard: () => changeNote(() => ''),
    save: async () => (!draft.isUnsaved || (await draft.save())) && note.trim() === '',
    isSent: noting.isSent && note.trim() !== '',
  })
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-5">
        <MessageThread
          contact={contact}
          onUseAgain={draft.text === '' ? draft.setText : undefined}
        />
        <ReplyForm contact={contact} draft={draft} />
      </div>
      <div className="grid grid-cols-1 gap-5">
        <MessageSender contact={contact} />
        <MessageNotes
          contact={contact}
          text={note}
          onType={(text) => changeNote(() => text)}
          noting={noting}
        />
      </div>
      {question}
    </div>
  )
}

/** Marks the message as read once: whoever marks it as unread here wants it to stay so. */
function useOpened({ id, is_read }: Contact) {
  const { mutate } = useWrite('contact.open')
  const isDone = useRef(is_read)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    mutate({ id })
  }, [id, mutate])
}

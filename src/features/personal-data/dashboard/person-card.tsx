import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { fileFromResponse, saveFile } from '#client/api/files.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { Download, UserX } from '#ui/icons.ts'
import type { FoundPerson } from '../contract.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** What is stored of a person, table by table. */
export function PersonCard({ person, onErased }: { person: FoundPerson; onErased: () => void }) {
  const { email, names, phones, stored, has_account } = person
  const [isErasing, setIsErasing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const card = useRef<HTMLElement>(null)
  const isEmpty = stored.length === 0

  // The button that erased goes with what it has erased.
  useEffect(() => {
    if (isEmpty && document.activeElement === document.body) card.current?.focus()
  }, [isEmpty])

  async function download() {
    setIsBusy(true)
    try {
      saveFile(fileFromResponse(await api.personalData.export({ email })), 'personal-data.zip')
    } catch (error) {
      const { detail } = parseApiError(error)
      notify({ type: 'error', message: `Nothing was downloaded. ${detail}` })
    }
    setIsBusy(false)
  }

  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={email}
      className="rounded bg-raised p-5 shadow-low outline-none"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="wrap-anywhere text-xl">{names.join(', ') || email}</h2>
          <p className="wrap-anywhere text-muted text-sm">{[email, ...phones].join(' · ')}</p>
        </div>
        {!isEmpty && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" isBusy={isBusy} onClick={download}>
              <Download aria-hidden="true" className="size-4" />
              Export
            </Button>
            <Button size="sm" variant="danger" onClick={() => setIsErasing(true)}>
              <UserX aria-hidden="true" className="size-4" />
              Erase
            </Button>
          </div>
        )}
      </div>
      {has_account && (
        <p className="mt-4 rounded bg-info-soft px-4 py-3 text-info text-sm">
          This is the address of an account of ours as well. That is no part of this: it is deleted
          among the <Link to="/dashboard/users">users</Link>.
        </p>
      )}
      {isEmpty ? (
        <p className="mt-4 text-sm">Nothing is stored under this address.</p>
      ) : (
        <ul className="mt-4 grid gap-x-8 sm:grid-cols-2">
          {stored.map(({ table, title, in_trash, count, links }) => (
            <li
              key={`${table} ${in_trash}`}
              className="flex flex-wrap justify-between gap-x-4 border-line border-b py-1.5 text-sm"
            >
              <span>
                {title}
                {in_trash && <span className="text-muted"> (in the trash)</span>}
                {links.map((to, index) => (
                  <Link
                    key={to}
                    to={to}
                    className="ml-2 inline-flex min-h-6 items-center font-semibold text-primary underline-offset-4 hover:underline"
                  >
                    Open{links.length > 1 && ` ${index + 1}`}
                  </Link>
                ))}
              </span>
              <span className="tabular-nums">{count}</span>
            </li>
          ))}
        </ul>
      )}
      {isErasing && (
        <EraseDialog person={person} onClose={() => setIsErasing(false)} onErased={onErased} />
      )}
    </section>
  )
}

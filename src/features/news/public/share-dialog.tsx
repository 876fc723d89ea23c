import { useEffect, useId, useRef, useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'

const copiedMs = 2_000

/** The share URLs of three networks, with the page's title and URL. */
const networks = [
  {
    name: 'LinkedIn',
    page: 'https://www.linkedin.com/sharing/share-offsite/',
    fields: (title: string, url: string) => ({ url, title }),
  },
  {
    name: 'X',
    page: 'https://x.com/intent/post',
    fields: (title: string, url: string) => ({ text: title, url }),
  },
  {
    name: 'Facebook',
    page: 'https://www.facebook.com/sharer/sharer.php',
    fields: (title: string, url: string) => ({ u: url, quote: title }),
  },
]

type ShareDialogProps = {
  title: string
  /** The number of clicks on Share; each one opens the dialog. */
  asked: number
}

/** Shares the page on a network, or copies its URL. */
export function ShareDialog({ title, asked }: ShareDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const { origin, pathname } = location
  const address = origin + pathname

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, it opens again
  useEffect(() => dialog.current?.showModal(), [asked])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      // A click outside closes the dialog, in browsers that support `closedby`; Escape works in all.
      {...{ closedby: 'any' }}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] animate-settle rounded bg-raised p-0 text-text shadow-high backdrop:bg-black/55"
    >
      <div className="p-5 sm:p-7">
        <div className="flex items-start justify-between gap-4">
          <h2 id={headingId} className="pt-1 text-xl">
            Share this article
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
            className="-mt-1 -mr-2 grid size-10 shrink-0 place-items-center rounded text-muted hover:bg-sand hover:text-text"
          >
            <CrossIcon />
          </button>
        </div>
        <ul className="mt-4 grid gap-2.5">
          {networks.map(({ name, page, fields }) => (
            <li key={name}>
              <a
                href={`${page}?${new URLSearchParams(fields(title, address))}`}
                target="_blank"
                rel="noopener noreferrer"
                className={`${buttonClass({ variant: 'secondary' })} w-full`}
              >
                {name}
              </a>
            </li>
          ))}
          <li>
            <CopyButton text={address} />
          </li>
        </ul>
      </div>
    </dialog>
  )
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch (error) {
      console.error('The link could not be copied', error)
    }
  }

  return (
    <Button onClick={copy} className="w-full">
      <span aria-live="polite">{isCopied ? 'Link Copied!' : 'Copy Link'}</span>
    </Button>
  )
}

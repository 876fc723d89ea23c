import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import script from './sharing.ts?worker&url'
import { copyLabel, startSharing } from './start-sharing.ts'

/** The share pages of three networks, without the page's URL at their end. */
const networks = [
  {
    name: 'LinkedIn',
    href: (title: string) => `https://www.linkedin.com/sharing/share-offsite/?title=${title}&url=`,
  },
  { name: 'X', href: (title: string) => `https://x.com/intent/post?text=${title}&url=` },
  {
    name: 'Facebook',
    href: (title: string) => `https://www.facebook.com/sharer/sharer.php?quote=${title}&u=`,
  },
]

/**
 * Opens a dialog that shares the page on a network, or copies its URL (`start-sharing.ts`). Hidden without JavaScript,
 * which it needs.
 */
export function ShareButton({ title }: { title: string }) {
  const share = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (share.current) startSharing(share.current)
  }, [])
  return (
    <div ref={share} data-share="" data-runs={script} className="noscript:hidden">
      <Button variant="secondary">
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className="size-4.5 fill-none stroke-2 stroke-current"
        >
          <path d="M10 13V2M6 5.5 10 1.5l4 4M4 9H3v9.5h14V9h-1" />
        </svg>
        Share
      </Button>
      <dialog
        aria-labelledby="share-title"
        className="m-auto w-[min(26rem,calc(100vw-2rem))] animate-rise rounded bg-raised p-0 text-text shadow-high backdrop:bg-black/55"
      >
        <div className="grid gap-4 p-5 sm:p-7">
          <form method="dialog" className="flex items-start justify-between gap-4">
            <h2 id="share-title" className="pt-1 text-xl">
              Share this article
            </h2>
            <button
              type="submit"
              aria-label="Close"
              className="-mt-1 -mr-2 grid size-10 shrink-0 place-items-center rounded text-muted hover:bg-sand hover:text-text"
            >
              <CrossIcon />
            </button>
          </form>
          <ul className="grid gap-2.5">
            {networks.map(({ name, href }) => (
              <li key={name}>
                <a
                  href={href(encodeURIComponent(title))}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={`${buttonClass({ variant: 'secondary' })} w-full`}
                >
                  {name}
                </a>
              </li>
            ))}
            <li>
              <Button className="w-full">
                <span aria-live="polite">{copyLabel}</span>
              </Button>
            </li>
          </ul>
        </div>
      </dialog>
    </div>
  )
}

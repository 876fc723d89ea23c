import { useEffect, useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Modal } from '#ui/overlays/modal.tsx'

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

type ShareDialogProps = { title: string; onClose: () => void }

/** Shares the page on a network, or copies its URL. */
export function ShareDialog({ title, onClose }: ShareDialogProps) {
  const { origin, pathname } = location
  const address = origin + pathname
  return (
    <Modal title="Share this article" onClose={onClose} className="w-[min(26rem,calc(100vw-2rem))]">
      <ul className="grid gap-2.5">
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
    </Modal>
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

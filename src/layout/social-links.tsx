import { useCompany } from '#client/use-company.ts'
import type { Network } from '#shared/settings.ts'
import { classNames } from '#ui/class-names.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** The path of each network's icon on a 24 by 24 grid, filled by the even-odd rule. */
const signs: Record<Network, string> = {
  LinkedIn:
    'M4 9h4v11H4zM6 3.6a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM10 9h3.8v1.6c.6-1 1.9-1.9 3.6-1.9 2.9 0 4.1 1.8 4.1 4.8V20h-4v-5.9c0-1.5-.5-2.3-1.7-2.3-1.2 0-1.9.9-1.9 2.3V20H10z',
  X: 'M3 3h5.6l4.3 6.1L18.2 3h2.3l-6.6 7.6L21.3 21h-5.6l-4.7-6.7L5.2 21H2.9l7.1-8.2zm3.4 1.8 10.2 14.4h1.5L7.9 4.8z',
  Instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 3a4 4 0 0 1 0 8 4 4 0 0 1 0-8zm0 2a2 2 0 0 0 0 4 2 2 0 0 0 0-4zm5-4a1 1 0 0 1 0 2 1 1 0 0 1 0-2z',
  YouTube:
    'M5 5h14a3.5 3.5 0 0 1 3.5 3.5v7A3.5 3.5 0 0 1 19 19H5a3.5 3.5 0 0 1-3.5-3.5v-7A3.5 3.5 0 0 1 5 5zm5 3.8v6.4l5.6-3.2z',
  Facebook:
    'M9.7 21.5v-8H7v-3.4h2.7V7.7c0-2.8 1.6-4.7 4.6-4.7H17v3.3h-1.9c-1.2 0-1.6.6-1.6 1.6v2.2H17l-.5 3.4h-3v8z',
  TikTok:
    'M12.6 3h3.1c.3 2.3 1.7 3.9 4.1 4.1v3.1c-1.5.1-2.8-.4-4.1-1.2v6.3c0 3.4-2.5 5.7-5.6 5.7a5.6 5.6 0 0 1-5.6-5.6c0-3.3 2.8-5.8 6.3-5.4v3.2c-1.7-.4-3.1.6-3.1 2.2 0 1.4 1.1 2.4 2.4 2.4 1.5 0 2.5-1 2.5-2.7z',
  WhatsApp:
    'M12 2.5a9.5 9.5 0 0 1 0 19 9.5 9.5 0 0 1-4.6-1.2l-4.9 1.2 1.3-4.7A9.5 9.5 0 0 1 12 2.5zm0 1.8a7.7 7.7 0 0 0-6.4 11.9l-.7 2.7 2.8-.7A7.7 7.7 0 1 0 12 4.3zM8.7 7.6c.4-.4 1-.4 1.3.1l.9 1.5c.2.4.1.8-.2 1.1l-.6.7c.7 1.3 1.7 2.3 3 2.9l.7-.8c.3-.3.7-.4 1.1-.2l1.5.8c.5.3.6.8.3 1.3-.5.9-1.3 1.5-2.4 1.4-3.3-.3-6.3-3.3-6.5-6.5-.1-.9.3-1.7.9-2.3z',
}

export function SocialLinks({ className }: { className?: string }) {
  const { networks } = useCompany()
  if (networks.length === 0) return null
  return (
    <ul className={classNames('flex flex-wrap items-center gap-1', className)}>
      {networks.map(({ network, url }) => (
        <li key={network}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="grid size-8 place-items-center rounded-sm transition-colors hover:bg-paper/15"
          >
            <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-current">
              <path d={signs[network]} fillRule="evenodd" />
            </svg>
            <VisuallyHidden>{network}</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  )
}

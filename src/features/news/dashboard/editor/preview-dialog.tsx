import { useEffect, useState } from 'react'
import { company } from '#shared/company.ts'
import { parseImageUrl } from '#shared/image-url.ts'
import { ChoiceButtons } from '#ui/choice-buttons.tsx'
import { Imigongo } from '#ui/ornament/imigongo.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { categoryLabels } from '../../categories.ts'
import type { ArticleFields } from '../../drafts-contract.ts'
import { ArticleBanner } from '../../public/article-banner.tsx'
import type { DraftSaver } from './draft-saver.ts'

type PreviewDialogProps = { saver: DraftSaver; onClose: () => void }

const views = [
  { value: 'phone', label: 'Phone' },
  { value: 'computer', label: 'Computer' },
  { value: 'card', label: 'Shared link' },
] as const
const widths = { phone: 360, computer: 1280 } as const

/** The article as visitors will see it, on a phone and a computer, and as the card of a link to it. */
export function PreviewDialog({ saver, onClose }: PreviewDialogProps) {
  const { draft, fields } = saver.getState()
  const [view, setView] = useState<(typeof views)[number]['value']>('phone')
  const [saved, setSaved] = useState<'all' | 'part'>()

  // The page reads the draft from the server.
  useEffect(() => {
    void saver.flush().then((isSaved) => setSaved(isSaved ? 'all' : 'part'))
  }, [saver])

  return (
    <Dialog isOpen onClose={onClose} size="lg" title="Preview">
      <ChoiceButtons legend="Shown as" choices={views} chosen={view} onChoose={setView} />
      {saved === 'part' && view !== 'card' && (
        <p role="status" className="rounded bg-warning-soft px-4 py-3 text-sm text-warning">
          Without your last changes: they could not be saved.
        </p>
      )}
      {view === 'card' ? (
        <SharedCard fields={fields} />
      ) : (
        saved && <PageFrame id={draft.id} widthPx={widths[view]} />
      )}
    </Dialog>
  )
}

/** The page in a frame of that width, made smaller where there is less room. */
function PageFrame({ id, widthPx }: { id: number; widthPx: number }) {
  const [room, setRoom] = useState<number>()
  const scale = room === undefined ? 1 : Math.min(1, room / widthPx)
  return (
    <div
      ref={(box) => {
        if (!box) return
        const observer = new ResizeObserver(() => setRoom(box.clientWidth))
        observer.observe(box)
        return () => observer.disconnect()
      }}
      className="h-[65dvh] overflow-hidden rounded bg-sand"
    >
      <iframe
        key={widthPx}
        src={`/dashboard/news/${id}/preview`}
        title={`The page, ${widthPx} pixels wide`}
        className="mx-auto block origin-top-left border-0 bg-surface"
        style={{
          width: widthPx,
          height: `${65 / scale}dvh`,
          transform: scale < 1 ? `scale(${scale})` : undefined,
        }}
      />
    </div>
  )
}

function SharedCard({ fields }: { fields: ArticleFields }) {
  const { title, description, banner, slug, category } = fields
  return (
    <div className="mx-auto w-full max-w-lg overflow-hidden rounded bg-surface ring-1 ring-line">
      {parseImageUrl(banner) ? (
        <div className="relative aspect-[1200/630]">
          <ArticleBanner article={{ banner, slug, category }} sizes="32rem" className="size-full" />
          <Imigongo seed={slug} bands={1} unitPx={1.6} className="absolute bottom-0 h-[7%]" />
        </div>
      ) : (
        <DrawnCard fields={fields} />
      )}
      <div className="bg-sand p-4">
        <p className="text-muted text-xs uppercase">{location.host}</p>
        <p className="wrap-anywhere mt-1 line-clamp-2 font-semibold">
          {title || 'Untitled'} · {company.name}
        </p>
        <p className="wrap-anywhere mt-1 line-clamp-2 text-muted text-sm">{description}</p>
      </div>
    </div>
  )
}

/** About as the server draws the image of an article without a stored banner. */
function DrawnCard({ fields }: { fields: ArticleFields }) {
  const { title, slug, category, author } = fields
  return (
    <div className="@container flex aspect-[1200/630] bg-paper text-ink">
      <div className="flex min-w-0 flex-1 flex-col p-[6cqw]">
        <p className="mb-auto font-bold text-[4.2cqw] leading-none">{company.name}</p>
        <p className="mb-[1.5cqw] font-bold text-[1.9cqw] text-accent uppercase tracking-wider">
          {categoryLabels[category]}
        </p>
        <p className="wrap-anywhere line-clamp-5 text-balance pb-[0.6cqw] font-bold text-[5cqw] leading-[1.12] tracking-tight">
          {title || 'Untitled'}
        </p>
        <p className="mt-[1.5cqw] truncate text-[2.2cqw] opacity-75">{author}</p>
      </div>
      <div className="w-[33%] border-ink border-l-[1cqw]">
        <Imigongo seed={slug} bands={3} unitPx={2.5} className="size-full" />
      </div>
    </div>
  )
}

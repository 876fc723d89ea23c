import { formatCount, formatDateTime, pluralize } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { ListUrl } from '#ui/data-table/list-url.ts'
import type { CommentWave } from '../moderation-contract.ts'
import type { Verdict } from '../validation.ts'
import { waveRowId } from './use-comment-waves.ts'

const what: Record<CommentWave['kind'], (value: string) => string> = {
  link: (value) => `with the link ${value}`,
  text: () => 'with the same text',
  email: (value) => `from ${value}, which is blocked`,
  domain: (value) => `that name ${value}, which is blocked`,
  word: (value) => `with “${value}”, which is blocked`,
  network: () => 'from a network that is blocked',
}

type CommentWavesProps = {
  waves: readonly CommentWave[]
  listUrl: ListUrl
  decide: (wave: CommentWave, verdict: Verdict) => void
}

/** Each spam wave as one row, which is decided on at once. */
export function CommentWaves({ waves, listUrl, decide }: CommentWavesProps) {
  return (
    <section aria-label="Waves" className="mb-4 grid gap-2">
      {waves.map((wave) => (
        <article
          key={wave.id}
          data-row-id={waveRowId(wave.id)}
          className="flex flex-wrap items-start gap-x-6 gap-y-3 rounded border-accent border-l-4 bg-raised p-4 text-sm shadow-low focus-within:marked"
        >
          <div className="min-w-[min(100%,18rem)] flex-1">
            <div data-main-cell className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone="accent">Wave</Badge>
              <button
                type="button"
                onClick={() => listUrl.set({ wave: wave.id })}
                className="wrap-anywhere min-h-6 text-left font-semibold underline-offset-4 hover:underline"
              >
                {pluralize(wave.total, 'comment')} {what[wave.kind](wave.value)}
              </button>
            </div>
            <p className="mt-1 text-muted text-xs">
              By {wave.has_more && 'at least '}
              {pluralize(wave.authors, 'author')}, on {pluralize(wave.articles, 'article')},{' '}
              {formatDateTime(wave.first_at)} to {formatDateTime(wave.last_at)}
            </p>
            <p className="wrap-anywhere mt-1.5 line-clamp-2">
              <bdi>{wave.sample.name}</bdi>: <bdi>{wave.sample.message}</bdi>
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button variant="danger" size="sm" onClick={() => decide(wave, 'reject')}>
              Reject all {formatCount(wave.total)}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => decide(wave, 'approve')}>
              Approve all
            </Button>
            <ButtonLink
              variant="quiet"
              size="sm"
              to={listUrl.hrefWith({ wave: wave.id })}
              preventScrollReset
            >
              Look at each
            </ButtonLink>
          </div>
        </article>
      ))}
    </section>
  )
}

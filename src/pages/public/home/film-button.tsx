import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { company } from '#shared/company.ts'
import { CrossIcon } from '#ui/cross-icon.tsx'
import script from './film.ts?worker&url'
import { startFilm } from './start-film.ts'

/**
 * The play button, and the full-screen video, which loads once it is played (`start-film.ts`). Both buttons submit
 * forms, so that they work without JavaScript: the page then reloads with the video open.
 */
export function FilmButton() {
  const film = useRef<HTMLDivElement>(null)
  const [params] = useSearchParams()
  const [isOpen] = useState(params.has('film'))
  useEffect(() => {
    if (film.current) startFilm(film.current)
  }, [])
  return (
    <div ref={film} data-film="" data-runs={script} className="contents">
      <form className="contents">
        <button
          type="submit"
          name="film"
          value="play"
          aria-label="Play video"
          className="group grid size-20 place-items-center rounded-full bg-paper text-ochre shadow-high transition-transform duration-500 hover:scale-108 sm:size-28"
        >
          <svg
            aria-hidden="true"
            viewBox="0 0 24 24"
            className="ml-1 size-9 sm:ml-1.5 sm:size-12 fill-current"
          >
            <path d="M5 3v18l15-9z" />
          </svg>
        </button>
      </form>
      <dialog
        open={isOpen}
        data-near={isOpen ? '' : undefined}
        aria-label={company.film.title}
        className="scheme-dark fixed inset-0 z-40 m-0 size-full max-h-none max-w-none animate-rise bg-ink p-0 backdrop:bg-ink"
      >
        <div className="grid h-full place-items-center">
          <video
            controls
            autoPlay={isOpen}
            preload="none"
            muted
            playsInline
            poster={isOpen ? company.film.poster : undefined}
            data-poster={company.film.poster}
            width={1280}
            height={720}
            className="max-h-full w-full"
          >
            {company.film.sources.map((source) => (
              <source key={source.src} {...source} />
            ))}
          </video>
        </div>
        <form method="dialog" className="absolute top-4 right-4">
          <button
            type="submit"
            aria-label="Close video"
            className="grid size-12 place-items-center rounded-full bg-paper text-ink hover:bg-accent"
          >
            <CrossIcon />
          </button>
        </form>
      </dialog>
    </div>
  )
}

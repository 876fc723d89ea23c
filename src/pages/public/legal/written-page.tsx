import type { ReactNode } from 'react'
import { formatDate } from '#shared/format.ts'
import '#ui/styles/prose.css'

export type Chapter = { id: string; title: string; children: ReactNode }

type WrittenPageProps = {
  /** The date of the last change, YYYY-MM-DD. */
  changedOn: string
  chapters: readonly Chapter[]
}

/** A long text with a table of contents, which stays visible on wide screens. */
export function WrittenPage({ changedOn, chapters }: WrittenPageProps) {
  return (
    <div className="wrap grid items-start gap-x-16 gap-y-10 py-section lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav aria-labelledby="contents" className="lg:sticky lg:top-24">
        <h2 id="contents" className="font-bold text-lg">
          On this page
        </h2>
        <ol className="mt-3 border-line border-l-2">
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-8 items-center py-1 pl-4 text-muted leading-snug underline-offset-4 hover:text-text hover:underline"
              >
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose column">
        <p className="text-base text-muted">
          Last changed on <time dateTime={changedOn}>{formatDate(changedOn)}</time>
        </p>
        {chapters.map(({ id, title, children }) => (
          <Chaptered key={id} id={id} title={title}>
            {children}
          </Chaptered>
        ))}
      </div>
    </div>
  )
}

/** Heading and text are siblings without a section around them, because the prose styles space siblings. */
function Chaptered({ id, title, children }: Chapter) {
  return (
    <>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </>
  )
}

import type { ReactNode } from 'react'

type ClosingCallProps = { title: string; text: string /** Its button. */; children: ReactNode }

/** The last word of a page, and what to do next. */
export function ClosingCall({ title, text, children }: ClosingCallProps) {
  return (
    <section className="wrap py-section">
      <div className="flex flex-col items-start justify-between gap-x-16 gap-y-8 lg:flex-row lg:items-end">
        <div>
          <h2 className="max-w-[20ch] text-4xl">{title}</h2>
          <p className="measure mt-5 text-lg text-muted">{text}</p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-3">{children}</div>
      </div>
    </section>
  )
}

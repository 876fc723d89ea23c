import { type ReactNode, useId } from 'react'

type PanelProps = { title: string; text?: ReactNode; children: ReactNode }

/** A titled section of the profile. */
export function Panel({ title, text, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded bg-raised p-5 shadow-low">
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {text && <div className="mt-1 text-muted text-sm">{text}</div>}
      </div>
      {children}
    </section>
  )
}

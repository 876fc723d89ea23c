import type { ReactNode } from 'react'

type FormSectionProps = { title: string; level?: 2 | 3; children: ReactNode }

/** A section of a long form: its heading (on wide screens beside the fields), and its fields in two columns. */
export function FormSection({ title, level = 3, children }: FormSectionProps) {
  const Heading = `h${level}` as const
  return (
    <section className="grid gap-x-10 gap-y-5 border-line border-t py-8 first-of-type:border-t-0 first-of-type:pt-0 lg:grid-cols-[12rem_1fr]">
      <Heading className="text-lg">{title}</Heading>
      <div className="grid min-w-0 gap-x-6 gap-y-5 sm:grid-cols-2">{children}</div>
    </section>
  )
}

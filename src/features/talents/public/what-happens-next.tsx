import { Link } from 'react-router'

const steps = [
  {
    title: 'A person reads it',
    text: 'One of our recruiters looks at every profile and every resume. No machine sorts anybody out.',
  },
  {
    title: 'We find who needs you',
    text: 'When an employer asks for skills like yours, we tell you who they are and what they offer.',
  },
  {
    title: 'You decide',
    text: 'You speak with those you like. Nothing is signed that you have not read with us.',
  },
]

/** The steps after a registration, and a link to the training. */
export function WhatHappensNext() {
  return (
    <aside
      aria-labelledby="next"
      className="scheme-dark self-start rounded bg-hill-deep p-6 sm:p-8 xl:sticky xl:top-24"
    >
      <h2 id="next" className="text-xl">
        What happens next
      </h2>
      <ol className="mt-6 grid gap-6">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
            <span
              aria-hidden="true"
              className="mt-0.5 grid size-6 rotate-45 place-items-center rounded-[3px] bg-accent text-on-accent"
            >
              <span className="-rotate-45 font-bold text-xs tabular-nums">{index + 1}</span>
            </span>
            <div>
              <h3 className="font-semibold text-base">{title}</h3>
              <p className="mt-1 text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-8 border-line border-t pt-5 text-sm">
        Rather learn first?{' '}
        <Link to="/cohort-application" className="font-semibold underline underline-offset-4">
          Apply for training
        </Link>
      </p>
    </aside>
  )
}

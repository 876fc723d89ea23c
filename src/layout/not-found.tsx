import { useId } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

const ways = [
  { label: 'Home', to: '/' },
  // Only the server redirects this path: the router does not know it.
  { label: 'About', to: '/about', reloadDocument: true },
  { label: 'Services', to: '/services' },
]

export function NotFound() {
  return (
    <section className="wrap flex flex-col items-center py-section text-center">
      <WovenNumber />
      <h1 className="mt-6 text-3xl">Page Not Found</h1>
      <p className="measure mt-4 text-balance text-lg text-muted">
        Behind this hill there is no path. The page has moved, or it never was here.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/" size="lg">
          Back to Home
        </ButtonLink>
        <ButtonLink to="/contact" variant="secondary" size="lg">
          Contact Support
        </ButtonLink>
      </div>
      <ul className="mt-8 flex flex-wrap justify-center gap-x-6">
        {ways.map(({ label, ...way }) => (
          <li key={way.to}>
            <Link
              {...way}
              className="inline-flex min-h-10 items-center font-semibold text-primary underline underline-offset-4 hover:text-primary-strong"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The number 404, filled with Imigongo. */
function WovenNumber() {
  const id = useId()
  return (
    <p className="w-full max-w-2xl">
      <svg role="img" aria-label="404" viewBox="0 0 600 250" className="w-full">
        <text
          id={`${id}-number`}
          x="300"
          y="234"
          textAnchor="middle"
          className="fill-text stroke-[5] stroke-text font-extrabold text-[300px]"
        >
          404
        </text>
        <clipPath id={id}>
          <use href={`#${id}-number`} />
        </clipPath>
        <g clipPath={`url(#${id})`}>
          <Imigongo seed="404" bands={5} unitPx={2.6} />
        </g>
      </svg>
    </p>
  )
}

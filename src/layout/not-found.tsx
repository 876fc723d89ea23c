import { Link } from 'react-router'
import { site } from '#site'
import { ButtonLink, buttonClass } from '#ui/button.tsx'

const ways = [
  { label: 'Home', to: '/' },
  { label: 'About', to: '/about' },
  { label: 'Services', to: '/services' },
]

/** The content of the 404 page. */
export function NotFound() {
  return (
    <section className="wrap flex flex-col items-center py-section text-center">
      <p className="font-extrabold text-[clamp(7rem,26vw,17rem)] text-accent leading-[0.85] tracking-[-0.06em]">
        404
      </p>
      <h1 className="mt-8 text-3xl">Page Not Found</h1>
      <p className="measure mt-4 text-lg text-muted">
        Behind this hill there is no path. The page has moved, or it never was here.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/" size="lg">
          Back to Home
        </ButtonLink>
        <a
          href={`mailto:${site.email}`}
          className={buttonClass({ variant: 'secondary', size: 'lg' })}
        >
          Contact Support
        </a>
      </div>
      <ul className="mt-8 flex flex-wrap justify-center gap-x-6">
        {ways.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
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

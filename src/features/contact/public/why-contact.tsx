import { company } from '#shared/company.ts'

const reasons = [
  'You speak with people who train and place talent every day, not with a call centre',
  'A shortlist of vetted candidates with work samples, before you commit to anything',
  'Talent in your own working hours: Kigali keeps UTC+2 all year',
  'One partner for recruiting, contracts, equipment and support',
]

/** Reasons to contact the company. */
export function WhyContact() {
  return (
    <section aria-labelledby="why-contact" className="scheme-dark rounded bg-hill-deep p-6 sm:p-8">
      <h2 id="why-contact" className="text-xl">
        Why choose {company.name}?
      </h2>
      <ul className="mt-5 grid gap-3.5">
        {reasons.map((reason) => (
          <li key={reason} className="flex gap-3">
            <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rotate-45 bg-accent" />
            {reason}
          </li>
        ))}
      </ul>
      <p className="mt-6 border-line border-t pt-5 font-semibold">
        We reply to every message within 24 hours.
      </p>
    </section>
  )
}

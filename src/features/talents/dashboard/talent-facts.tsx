import { formatDate, formatDateTime } from '#shared/format.ts'
import { detailLink, EmailLink, PhoneLink } from '#ui/contact-links.tsx'
import { type Fact, FactList } from '#ui/fact-list.tsx'
import type { Talent } from '../contract.ts'
import { availabilityLabels, workModeLabels } from '../validation.ts'
import { talentExperience } from './talent-experience.ts'

/** The talent's details except the resume. */
export function TalentFacts({ talent }: { talent: Talent }) {
  const facts: Fact[] = [
    ['Email', <EmailLink key="email" address={talent.email} />],
    ['Phone', <PhoneLink key="phone" number={talent.phone_number} />],
    ['Lives in', talent.location],
    [
      'Page',
      talent.link ? (
        <a
          key="link"
          href={talent.link}
          target="_blank"
          rel="noopener noreferrer"
          className={detailLink}
        >
          {talent.link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
          <span className="sr-only"> (in a new window)</span>
        </a>
      ) : (
        'Not given'
      ),
    ],
    ['Experience', talentExperience(talent)],
    ['Current or last role', talent.latest_role || 'Not given'],
    ['Can start', availabilityLabels[talent.availability]],
    ['Wants to work', workModeLabels[talent.work_mode]],
    ['Registered', formatDateTime(talent.created_at)],
    [
      'Agreed',
      `${formatDateTime(talent.consented_at)}, to the words of ${formatDate(talent.consent_version)}`,
    ],
  ]
  return (
    <section aria-labelledby="talent" className="rounded bg-raised p-5 shadow-low">
      <h2 id="talent" className="mb-4 text-xl">
        Profile
      </h2>
      <ul aria-label="Skills" className="mb-5 flex flex-wrap gap-1.5">
        {talent.skills.map((skill) => (
          <li
            key={skill}
            className="wrap-anywhere rounded-sm bg-primary-soft px-2.5 py-1 font-semibold text-primary text-sm"
          >
            {skill}
          </li>
        ))}
      </ul>
      <FactList facts={facts} />
      <h3 className="mt-5 mb-1 font-normal text-muted text-sm">In their own words</h3>
      <p className="measure whitespace-pre-line wrap-anywhere">{talent.about || 'Not given'}</p>
    </section>
  )
}

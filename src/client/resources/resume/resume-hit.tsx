import type { ResumeHit } from '#shared/resume-fields.ts'

/** What a resume says around the word that a search has found there. */
export const ResumeHitText = ({ hit: { before, word, after } }: { hit: ResumeHit }) => (
  <p className="wrap-anywhere text-muted text-sm">
    In the resume: {before}
    <mark className="rounded-sm bg-primary-soft px-0.5 font-semibold text-text">{word}</mark>
    {after}
  </p>
)

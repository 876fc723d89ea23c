import { CompanyEmail, Controller } from './company-details.tsx'
import type { Chapter } from './written-page.tsx'

export const termsChapters: readonly Chapter[] = [
  {
    id: 'site',
    title: 'This site',
    children: (
      <p>
        This site belongs to <Controller />. Whoever uses it agrees to what stands here. Reading is
        free, needs no account, and is open to everybody.
      </p>
    ),
  },
  {
    id: 'applying',
    title: 'Applying for training',
    children: (
      <ul>
        <li>You must be 18 or older, and what you tell us must be true and about yourself.</li>
        <li>You can apply once for each cohort, until its deadline and while it has spots.</li>
        <li>
          An application is a request, not a contract: we choose whom we train, and tell you in 2 to
          3 business days how it goes on.
        </li>
        <li>
          We support our graduates in finding work with everything that we have. Whether an employer
          takes somebody on, the employer decides.
        </li>
        <li>
          A certificate says what its holder has completed. We may withdraw one that was got by
          deceit.
        </li>
      </ul>
    ),
  },
  {
    id: 'events',
    title: 'Coming to events',
    children: (
      <p>
        A registration keeps one place for one person. If you can’t come, please cancel by the link
        in our email, so that somebody else can. We may move or call off an event, and write to
        those who are registered then.
      </p>
    ),
  },
  {
    id: 'words',
    title: 'Comments and testimonials',
    children: (
      <>
        <p>
          What you write stays yours. By sending it you allow us to show it on this site, under the
          name that you gave, for as long as you don’t ask us to take it down.
        </p>
        <p>
          Please write as you would speak to somebody across the table. We don’t show
          advertisements, insults, other people’s private affairs or what the law forbids, and take
          down what gets past us.
        </p>
      </>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    children: (
      <p>
        Please don’t try to get at what isn’t meant for you, to send forms by program, or to burden
        the site so that others can’t use it. Who finds a gap in our security and tells us at{' '}
        <CompanyEmail /> before anybody else has our thanks, and nothing to fear.
      </p>
    ),
  },
  {
    id: 'ours',
    title: 'What is ours',
    children: (
      <p>
        Texts, pictures and the film on this site are ours or used with permission. You may quote
        and link to them with our name. For anything more, please ask.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    children: (
      <p>
        We write with care, but dates, places and figures change, and the site may be out of reach
        for a while. What other sites say that we link to is theirs to answer for. Nothing here
        takes away a right that the law gives you.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and questions',
    children: (
      <p>
        These terms follow the laws of Rwanda, and the courts of Kigali decide where we can’t agree.
        How we treat your data stands on the <a href="/privacy">privacy page</a>. Questions are
        welcome by the <a href="/contact">contact form</a>.
      </p>
    ),
  },
]

import { videoSiteNames } from '#shared/videos.ts'
import { AvatarService, CompanyEmail, CompanyPhone, Controller } from './company-details.tsx'
import { StoredDataList } from './stored-data-list.tsx'
import type { Chapter } from './written-page.tsx'

const mail = <CompanyEmail subject="My data" />

export const privacyChapters: readonly Chapter[] = [
  {
    id: 'short',
    title: 'In short',
    children: (
      <ul>
        <li>We store what you type into our forms, and use it for what the form is for.</li>
        <li>We sell nothing of it, lend nothing of it, and show you no advertisements.</li>
        <li>This site sets no cookies.</li>
        <li>
          You can <a href="/my-data">see, download and erase</a> what we have of you at any time, by
          a link that we send you. Or write to us, also to have it corrected: {mail}.
        </li>
      </ul>
    ),
  },
  {
    id: 'who-we-are',
    title: 'Who answers for it',
    children: (
      <p>
        <Controller />, decides what is stored here and why. What we do with it follows Rwanda’s Law
        No 058/2021 of 13 October 2021 on the protection of personal data and privacy. You reach us
        at {mail} or <CompanyPhone />.
      </p>
    ),
  },
  {
    id: 'what-we-store',
    title: 'What we store',
    children: (
      <>
        <p>
          Reading this site needs nothing of you. Each of the following is stored only when you do
          what its heading says, and because you do: by sending a form you agree to it, and what you
          agreed to you can take back.
        </p>
        <StoredDataList />
        <p>
          The server’s log notes when which page was asked for and how that went, without your
          network address and without what you typed.
        </p>
      </>
    ),
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    children: (
      <>
        <p>
          No cookies, and nothing that would recognise you when you come back. A form that you have
          half filled in is not kept either: many people share a computer. While a tab is open it
          remembers how far you had scrolled, so that Back leads to where you were; that goes with
          the tab.
        </p>
        <p>
          Only our staff have more: one entry in their browser’s storage, called <code>auth</code>,
          keeps them signed in, and an open tab keeps what they have written there and not saved
          yet, such as an article or a note. Both go when they sign out.
        </p>
      </>
    ),
  },
  {
    id: 'measuring',
    title: 'Measuring',
    children: (
      <>
        <p>
          We count how often a page is opened, how far down it is read and for how long, and how
          often a button or the film is pressed. These are counts by the day and the page, by the
          site or the link that led here, and by phone, tablet or computer, and of which language
          your browser asks for: nothing in them says who it was, and no network address is kept
          with them. They are deleted after 25 months. How many different people came on a day we
          estimate without a list of them; on the next day, nobody can tell who comes again.
        </p>
        <p>
          The company can have the same told to Google Analytics. Where that is set up, your browser
          sends it there itself, so that Google learns your network address, with a number that is
          forgotten when the page is closed. That, too, sets no cookies.
        </p>
        <p>
          If your browser asks not to be tracked (Do Not Track, Global Privacy Control), nobody
          counts you at all.
        </p>
      </>
    ),
  },
  {
    id: 'elsewhere',
    title: 'What leaves our server',
    children: (
      <ul>
        <li>
          <strong>Emails</strong> go through our mail server to yours.
        </li>
        <li>
          <strong>The map</strong> on the contact page comes from OpenStreetMap when you press its
          button or scroll down to it. OpenStreetMap then learns your network address, as every site
          does that you open.
        </li>
        <li>
          <strong>Videos</strong> in articles come from {videoSiteNames} once you press them, and
          not before. That site then learns your network address, and what you watch.
        </li>
        <li>
          <strong>Sharing</strong> an article opens the page of the network that you choose. Before
          you press its button, it hears nothing of you.
        </li>
        <AvatarService />
        <li>
          <strong>Everything else</strong>, from typefaces to pictures and the film, comes from our
          own server. Whoever runs machines for us, such as a data centre, does so on our
          instructions alone.
        </li>
      </ul>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    children: (
      <p>
        What you send travels encrypted wherever this site is opened by https. Resumes are stored
        encrypted, outside everything that the web can reach. Staff see what their role needs, sign
        in with a password that even we can’t read and, if they choose, with a second factor, and
        what they delete, export and decide is noted. If data should ever fall into the wrong hands,
        we tell the National Cyber Security Authority within 48 hours, and you when it could harm
        you.
      </p>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    children: (
      <>
        <p>By Rwandan law you may, free of charge:</p>
        <ul>
          <li>know whether we have something of you, and get a copy, also to take it elsewhere;</li>
          <li>have it corrected when it is wrong, and deleted when we need it no longer;</li>
          <li>object to what we do with it, or have us stop while a question is open;</li>
          <li>
            have a person decide about you: no machine does here, every application is read by
            people;
          </li>
          <li>name somebody who acts for you, or to whom your rights pass after you.</li>
        </ul>
        <p>
          To see, download or erase it, <a href="/my-data">ask for a link</a>. For anything else
          write to {mail} from the address that it is about, or send us a message by the{' '}
          <a href="/contact">contact form</a>. We answer within 30 days. If our answer does not
          satisfy you, you can complain to the National Cyber Security Authority of Rwanda, at{' '}
          <a href="https://dpo.gov.rw" rel="noreferrer">
            dpo.gov.rw
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'When this page changes',
    children: (
      <p>
        We change it when the software changes, and the date at its top with it. What you sent us
        before stays under what you were told then, unless the change is to your advantage.
      </p>
    ),
  },
]

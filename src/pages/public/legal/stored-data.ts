import { followDays } from '#features/comments/validation.ts'
import { confirmDays } from '#features/newsletter/validation.ts'
import {
  type RetainedKind,
  type Retention,
  retainedFrom,
  retentionLabels,
} from '#shared/retention.ts'

export type StoredData = {
  /** The anchor that the forms link to: /privacy#events. Which tables it tells of stands in `personalData`. */
  id: string
  title: string
  what: string
  why: string
  howLong: string
  /** What may go by itself, as the settings say. */
  retained?: RetainedKind
  who: string
}

/** How long data is kept, with what the settings say. */
export function howLongOf({ howLong, retained }: StoredData, retention: Retention) {
  if (!retained) return howLong
  const time = retention[retained]
  return time === '0'
    ? `${howLong} No date is set on which it goes by itself.`
    : `${howLong} By itself it goes ${retentionLabels[time]} ${retainedFrom[retained]}.`
}

/** The stored personal data. Each entry is a section of the privacy page. */
export const storedData: readonly StoredData[] = [
  {
    id: 'applications',
    title: 'When you apply for training',
    what: 'Your name, email, phone numbers (a relative’s too, if you give it), date of birth, national ID or passport number, gender, level of experience, motivation and resume, with its text, in which we search; the cohort and the tech stack that you chose; and how your application was decided, when, by whom and with which note; who of us takes care of it, what we noted about it, and how each of us scored it.',
    why: 'To choose who is trained, to prepare the training, and to reach you about it. The ID number tells two people of the same name apart. It is stored encrypted, and so are your resume and its text; of the text there is an index of its words, which isn’t.',
    retained: 'applications',
    howLong:
      'Until we delete it or you ask us to. With the application go the resume, our notes and our scores. A technical copy of what you were answered, kept so that a broken connection doesn’t apply twice, goes after 7 days.',
    who: 'Our recruiters and administrators. A list of applications can be downloaded by them, to be worked on.',
  },
  {
    id: 'interviews',
    title: 'When you are invited to an interview',
    what: 'That you are invited, by whom and when; the time that you chose; whether you came, and what we noted about it. Of our interviewers, which times are theirs.',
    why: 'To find a time that suits you and us, and to remember the talk when we decide.',
    howLong:
      'Until 90 days after the interview, or after the invitation if you chose no time. When you were interviewed, and how it went, stays with your application.',
    who: 'Our recruiters and administrators. Whoever has the link in our email sees your first name, the cohort and the time.',
  },
  {
    id: 'talents',
    title: 'When you register as a talent',
    what: 'Your name, email, phone number, where you live, what you can do and have done, your link and your resume, with its text; what you look for; which words you agreed to, and when; and what became of it, when, by whom and with which note.',
    why: 'To put you in front of employers who look for somebody like you.',
    retained: 'talents',
    howLong: 'Until you ask us to delete it, or we do. The resume goes with it.',
    who: 'Our recruiters and administrators, and employers to whom they show your profile. It stands nowhere on this site.',
  },
  {
    id: 'events',
    title: 'When you register for an event',
    what: 'Your name and email, and your phone number and organisation if you give them; and whether you came, when, and who of us noted it.',
    why: 'To keep a place for you, to write to you about it, and to know who comes.',
    howLong:
      'Until 90 days after the event; only how many had registered and came stays. The link in our email cancels and deletes it at once.',
    who: 'Our editors and administrators. Nobody can find out on the site whether you are registered.',
  },
  {
    id: 'contact',
    title: 'When you write to us',
    what: 'Your name, email, phone number, the subject and your message; what we answered, and what you answered to that by email; who of us takes care of it, and what we noted about it.',
    why: 'To answer you.',
    retained: 'messages',
    howLong: 'Until we delete it or you ask us to.',
    who: 'Our recruiters and administrators. A list of messages can be downloaded by them, to be worked on; and each message may be told to us by email, as our settings say.',
  },
  {
    id: 'newsletter',
    title: 'When you subscribe to the newsletter',
    what: 'Your email address, and when you subscribed, confirmed it or left. If you agreed to it elsewhere, such as at a fair: where, on what day, and who of us noted it.',
    why: 'To send you the newsletter, once you have confirmed by the link in our first email that the address is yours. Every other email has a link that ends it. We do not track whether you open an email or follow its links.',
    retained: 'subscribers',
    howLong: `As long as you are subscribed; an address that is not confirmed within ${confirmDays} days is deleted. When you have left, the address stays marked as one that we don’t write to, until you ask us to delete it; should somebody enter it again, we ask you whether it was you.`,
    who: 'Our recruiters and administrators.',
  },
  {
    id: 'comments',
    title: 'When you comment on an article',
    what: 'Your name, your email address and what you write; whether you want to be told of answers, when you asked and confirmed it, and of which answers we told; a keyed checksum of your network address (IP), which can’t be turned back; how your comment was decided; and, where comments of an email are held back, that email and why.',
    why: 'Your name and your words are shown below the article. The email is never shown; it lets us ask you back, and tells us how your other comments were decided. The checksum lets us hold back a flood from one network.',
    howLong: `As long as the article is there, or until you ask us to delete it. The checksum goes after 30 days, and so does how your comment was decided; a network is held back for 7 days, an email until we lift that, also when you have your data erased: else nobody could be held back. That you are told of answers goes when you end it by the link in each of these emails, or when the comment is deleted; if you don’t confirm it, after ${followDays} days.`,
    who: 'Everybody reads your name and your words. Our editors and administrators see the email; the checksum nobody.',
  },
  {
    id: 'testimonials',
    title: 'When you share your experience',
    what: 'Your name, who you say you are, and what you write.',
    why: 'To show it on this site, once we have read it.',
    howLong: 'Until we take it down or you ask us to.',
    who: 'Everybody, once it is approved; before that, our editors and administrators.',
  },
  {
    id: 'certificates',
    title: 'When you graduate',
    what: 'Your name, your email, the course, the cohort with its dates, and the number and the code of your certificate; what was corrected on it, with what it said before, and if it was revoked, when and why.',
    why: 'To give you your certificate, also years later, and to tell a real one from a forged one.',
    howLong:
      'As long as the certificate is valid. Of a revoked one it stays, so that nobody takes it for a valid one; it goes when we delete the certificate.',
    who: 'Our recruiters and administrators, and whoever knows your email address: with it, anybody can download your certificate here. Whoever has the code that is printed on it sees what is printed, and whether it is valid.',
  },
  {
    id: 'emails',
    title: 'When we write to you',
    what: 'Your address, the email, whether it arrived at the mail server, and what came back: that your mailbox does not exist or take emails, or that you complained about one. Whether you open an email, or follow its links, we do not look at.',
    why: 'So that no email is lost when a mail server doesn’t answer, and that nobody gets emails who doesn’t want them.',
    howLong:
      'The emails 30 days after they were sent; 90 days when they could not be. That an address gets no emails from us stays until you ask us to write to it again.',
    who: 'Our administrators, and the mail server that carries the email. Our recruiters see which addresses of the newsletter get no emails, and why.',
  },
  {
    id: 'limits',
    title: 'When you send a form, or try to sign in',
    what: 'Your network address (IP) with how often it has sent something; the email address with which somebody tries to sign in; and checksums: of a comment, of a message, and of the address that an email of ours went to.',
    why: 'So that nobody floods the site, guesses passwords or posts the same thing a hundred times.',
    howLong: 'For as long as the limit lasts: 10 minutes for most forms, a week at the longest.',
    who: 'Nobody looks at it; the software does.',
  },
  {
    id: 'visits',
    title: 'When you visit this site',
    what: 'A sketch of how many different visitors a day has: a few bits of a checksum of your network address (IP) and your browser, among those of everybody else, and the random number that the checksums of the day are made with. Neither the address nor the checksum is stored.',
    why: 'To know how many people come, without knowing who.',
    howLong:
      'The random number until the next day begins, the sketch one day longer. How many there were stays for 25 months.',
    who: 'Nobody looks at it; our staff see how many there were.',
  },
  {
    id: 'trash',
    title: 'When we delete something of yours',
    what: 'What was deleted, with all that belongs to it, such as the history and the resume of an application; and who of us deleted it, and when.',
    why: 'So that nothing is lost by a slip of the hand.',
    howLong:
      '30 days after it was deleted, then it goes for good with its files. Ask us, and it goes at once. What you delete yourself, such as your registration for an event, is not kept.',
    who: 'Those of us who may delete such a thing. It counts nowhere: you can apply or register again at once.',
  },
  {
    id: 'erasures',
    title: 'When you ask for your data, or have it erased',
    what: 'Your email with the link that we sent you, and your request where we have to decide it. That somebody was erased, when, and how much that was; and a keyed checksum of your email, which can’t be turned back. While it is done, your email, names and phone numbers, to find what is yours.',
    why: 'So that nothing of you is forgotten, and that you do not come back with an older backup.',
    howLong:
      'The link for a day, the request until it is decided. Your email, names and numbers for some minutes, until we have looked a second time, or as long as an email to our staff that names you waits to be sent. The checksum as long as we keep backups that may contain you, and at least as long as this site runs.',
    who: 'Our administrators see that somebody was erased; the checksum nobody.',
  },
  {
    id: 'audit',
    title: 'When somebody works in our dashboard, or tries to sign in',
    what: 'Who signed in, changed accounts, exported lists, opened resumes, decided many things at once or deleted something, when, and from which network address (IP). Of a failed sign-in, a forgotten password and personal data that is downloaded by the link in an email, the network address and a keyed checksum of the email, which can’t be turned back.',
    why: 'To find out afterwards who had your data in hand, and whether somebody tries to break in.',
    howLong: '90 days.',
    who: 'Our administrators.',
  },
  {
    id: 'people',
    title: 'The people of our company',
    what: 'The name, position, portrait and professional profile of those on our team page, and the names of those who write our articles; earlier versions of each article, with who saved them and when.',
    why: 'To show who we are.',
    howLong: 'As long as they are with us and agree to it.',
    who: 'Everybody.',
  },
  {
    id: 'staff',
    title: 'When you work for us and sign in',
    what: 'Your name, email, role and when you were last here; your password as a checksum that can’t be turned back; the secret of your second factor, encrypted; and for each device that you sign in on, its network address and what browser it is; which fields of which entries you changed, which comments you approved or rejected, and when; what you changed many at once from and to; which filters of lists you saved under which name; what you have open to edit, for ten minutes at most; whether you want an email on Mondays, since when, and which was the last; and which settings of the site you changed, and when.',
    why: 'To let you in, and nobody else.',
    howLong:
      'As long as your account exists; a device’s entry goes 30 days after it was signed out, and the list of what you changed 30 days after the change.',
    who: 'You, and the administrators. Your name stays beside the decisions that you made.',
  },
]

import type { EventType } from '#features/events/contract.ts'
import { company, localDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'

type Plan = {
  title: string
  description: string
  category: string
  type: EventType
  /** Counted from today. */
  inDays: number
  from: string
  to: string
  location: string
  capacity?: number
  /** How many are registered, and how many of them came. */
  guests?: number
  arrived?: number
  isCancelled?: boolean
}

const plans: Plan[] = [
  {
    title: 'Open Evening: Is a Cohort for You?',
    description:
      'Graduates of the last three cohorts show what they built, and answer everything you want to know about the three months.',
    category: 'Talent Development',
    type: 'workshop',
    inDays: 6,
    from: '17:30',
    to: '19:30',
    location: 'Huza Hub, Kicukiro, Kigali',
    capacity: 60,
    guests: 38,
  },
  {
    title: 'Hiring in Rwanda: Contracts, Payroll, Time Zones',
    description:
      'For employers in Europe: how outsourcing from Kigali works in law and in daily life, with two clients who have done it.',
    category: 'Business In Tech',
    type: 'webinar',
    inDays: 11,
    from: '11:00',
    to: '12:00',
    location: 'Online',
  },
  {
    title: 'Kigali Talent Day',
    description:
      'Forty graduates, twenty employers, one long table each. Bring a task from your backlog and see who solves it with you.',
    category: 'Africa Business',
    type: 'conference',
    inDays: 24,
    from: '09:00',
    to: '17:00',
    location: 'Kigali Convention Centre',
  },
  {
    title: 'Git Without Tears',
    description:
      'A morning at the keyboard: branches, reviews and the five ways out of a mess that everybody gets into.',
    category: 'Talent Development',
    type: 'workshop',
    inDays: 31,
    from: '09:00',
    to: '12:30',
    location: 'Huye Campus, Room B4',
    capacity: 24,
    guests: 24,
  },
  {
    title: 'Support That Answers: Running a Desk From Kigali',
    description:
      'How a team of nine answers customers on three continents: shifts, languages, tools, and the numbers behind them.',
    category: 'Industry News',
    type: 'webinar',
    inDays: 45,
    from: '15:00',
    to: '16:00',
    location: 'Online',
  },
  {
    title: 'Women in Tech Summit',
    description:
      'A day of talks, portfolio reviews and honest salary numbers, with childcare on site and seats kept for students.',
    category: 'Talent Development',
    type: 'conference',
    inDays: 66,
    from: '08:30',
    to: '17:30',
    location: 'Norrsken House, Kigali',
  },
  {
    title: 'From Spreadsheet to Python',
    description:
      'What an accountant can automate in one afternoon. Bring the sheet that you hate most.',
    category: 'Business In Tech',
    type: 'workshop',
    inDays: -9,
    from: '14:00',
    to: '17:30',
    location: 'Musanze Library',
    guests: 17,
    arrived: 14,
  },
  {
    title: 'What Employers Read in a Portfolio',
    description:
      'Three hiring managers look at real portfolios and say aloud what they think. Recorded for those who could not come.',
    category: 'Talent Development',
    type: 'webinar',
    inDays: -23,
    from: '16:00',
    to: '17:00',
    location: 'Online',
    isCancelled: true,
  },
  {
    title: 'East Africa Outsourcing Forum',
    description:
      'Providers, clients and ministries on standards for remote work: what held last year, and what did not.',
    category: 'Africa Business',
    type: 'conference',
    inDays: -52,
    from: '09:00',
    to: '16:00',
    location: 'Kigali Convention Centre',
  },
]

/** The demo's 9 events around today: six to come, three past. */
export const demoEvents = (now: Date) =>
  plans.map(({ inDays, from, to, ...event }) => {
    const day = localDay(new Date(now.getTime() + inDays * dayMs))
    const moment = (clock: string) =>
      new Date(`${day}T${clock}:00${company.utcOffset}`).toISOString()
    return { ...event, starts_at: moment(from), ends_at: moment(to) }
  })

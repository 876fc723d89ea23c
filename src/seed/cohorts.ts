import { dayFromNow } from './factories/cohorts.ts'

const daysLong = 13 * 7

type Plan = {
  name: string
  about: string
  status: 'open' | 'upcoming' | 'full' | 'closed' | 'draft'
  startsInDays: number
  deadlineInDays: number | null
  limit: number
  /** The number of demo applications. */
  applications: number
  /** For how long registration has been over, if it is. */
  appliedDaysAgo?: number
}

const plans: readonly Plan[] = [
  {
    name: 'Kigali Web Cohort 12',
    about: 'Mornings in Kicukiro, afternoons with a mentor from a company abroad.',
    status: 'open',
    startsInDays: 33,
    deadlineInDays: 19,
    limit: 40,
    applications: 12,
  },
  {
    name: 'Huye Evening Cohort 4',
    about: 'For those who work by day: four evenings a week, and Saturdays on the project.',
    status: 'open',
    startsInDays: 40,
    deadlineInDays: 26,
    limit: 9,
    applications: 6,
  },
  {
    name: 'Remote Cohort 7',
    about: 'Wholly online, with data bundles for those who need them and a call every morning.',
    status: 'open',
    startsInDays: 54,
    deadlineInDays: 40,
    limit: 60,
    applications: 10,
  },
  {
    name: 'Musanze Data Cohort 2',
    about: 'Reporting, spreadsheets and Python for teams that live on numbers.',
    status: 'open',
    startsInDays: 61,
    deadlineInDays: null,
    limit: 25,
    applications: 5,
  },
  {
    name: 'Women in Tech Cohort 5',
    about: 'A cohort of women, taught by women who lead teams. Childcare on site.',
    status: 'open',
    startsInDays: 47,
    deadlineInDays: 30,
    limit: 6,
    applications: 5,
  },
  {
    name: 'Rubavu Design Cohort 1',
    about: 'Interfaces for people who have never used one: research, drawing, trying out.',
    status: 'full',
    startsInDays: 49,
    deadlineInDays: 35,
    limit: 6,
    applications: 6,
  },
  {
    name: 'Kigali Mobile Cohort 3',
    about: 'From an idea on paper to an app on a phone that costs little.',
    status: 'open',
    startsInDays: 52,
    deadlineInDays: 38,
    limit: 4,
    applications: 4,
  },
  {
    name: 'Kigali Web Cohort 13',
    about: 'The cohort after the next. Registration opens when its mentors are chosen.',
    status: 'upcoming',
    startsInDays: 124,
    deadlineInDays: 100,
    limit: 40,
    applications: 0,
  },
  {
    name: 'Nyagatare Cohort 1',
    about: 'Our first cohort in the east, with rooms for those who come from afar.',
    status: 'upcoming',
    startsInDays: 150,
    deadlineInDays: null,
    limit: 30,
    applications: 0,
  },
  {
    name: 'Kigali Web Cohort 11',
    about: 'A booking system for a clinic in Gasabo, built from the first week on.',
    status: 'open',
    startsInDays: 12,
    deadlineInDays: -4,
    limit: 20,
    applications: 8,
  },
  {
    name: 'Remote Cohort 6',
    about: 'Registration closed early: all its mentors have their hands full.',
    status: 'closed',
    startsInDays: 75,
    deadlineInDays: 61,
    limit: 15,
    applications: 4,
  },
  {
    name: 'Kigali Web Cohort 10',
    about:
      'A ledger for three savings groups in Bugesera. Its graduates wait for their certificates.',
    status: 'closed',
    startsInDays: -98,
    deadlineInDays: -110,
    limit: 6,
    applications: 6,
    appliedDaysAgo: 110,
  },
  {
    name: 'Karongi Pilot',
    about: 'Not announced yet.',
    status: 'draft',
    startsInDays: 200,
    deadlineInDays: null,
    limit: 12,
    applications: 0,
  },
]

/** The demo's cohorts, with every possible state, dated relative to today. One has ended. */
export const demoCohorts = (now: Date) =>
  plans.map(({ about, startsInDays, deadlineInDays, ...plan }) => ({
    applications: plan.applications,
    appliedDaysAgo: plan.appliedDaysAgo ?? 0,
    cohort: {
      name: plan.name,
      status: plan.status,
      limit: plan.limit,
      short_description: `<p>${about}</p>`,
      start: dayFromNow(now, startsInDays),
      end: dayFromNow(now, startsInDays + daysLong),
      deadline: deadlineInDays === null ? null : dayFromNow(now, deadlineInDays),
    },
  }))

import type { HeldReason } from '#features/comments/validation.ts'
import { company } from '#shared/company.ts'

type DemoWords = {
  name: string
  message: string
  /** Hours since the article came out or, for a reply, since the comment. */
  afterHours: number
  status?: 'APPROVED' | 'REJECTED'
  heldReason?: HeldReason
  /** Who of the staff wrote it in the company's name. */
  staffName?: string
}
type DemoComment = DemoWords & { article: string; replies?: readonly DemoWords[] }

const team = { name: company.name, staffName: 'Grace Ishimwe' }

/** What visitors say of the demo's articles, which are named by their titles. */
export const demoComments: readonly DemoComment[] = [
  {
    article: 'How a Berlin and Kigali team shares one working day',
    name: 'Katrin Vogel',
    message:
      'The rule about one person who decides has saved us more time than any tool. We wrote it into the team page.',
    afterHours: 3,
    status: 'APPROVED',
    replies: [
      {
        ...team,
        message:
          'Thank you, Katrin. Would you share how you wrote it down? We collect wordings that work.',
        afterHours: 2,
        status: 'APPROVED',
      },
      {
        name: 'Katrin Vogel',
        message: 'Of course: "If nobody objects by four, Amina decides." That is the whole page.',
        afterHours: 4,
        status: 'APPROVED',
      },
    ],
  },
  {
    article: 'How a Berlin and Kigali team shares one working day',
    name: 'Tomás',
    message:
      'How do you handle the weeks when Europe has changed its clocks and America has not yet?',
    afterHours: 9,
    replies: [
      {
        ...team,
        message:
          'With a note in the calendar two weeks before. Meetings are kept in Kigali time, so only one side moves.',
        afterHours: 14,
        status: 'APPROVED',
      },
    ],
  },
  {
    article: 'How a Berlin and Kigali team shares one working day',
    name: 'Best Rates 24',
    message:
      'Great post!! Visit https://cheap.example and https://cheaper.example and https://cheapest.example today',
    afterHours: 20,
    heldReason: 'links',
  },
  {
    article: 'Where AI helps a support team, and where it gets in the way',
    name: 'Noëlla Ingabire',
    message:
      'One wrong in eight sounds about right. We began to mark drafts that mention a price, and read those twice.',
    afterHours: 6,
    status: 'APPROVED',
    replies: [
      {
        name: 'Kevin',
        message: 'We do the same with dates. It is nearly always a date or an amount.',
        afterHours: 20,
      },
    ],
  },
  {
    article: 'Where AI helps a support team, and where it gets in the way',
    name: 'Pieter de Wit',
    message:
      'I would like to read more about the team that gave up. Did anything change for them later?',
    afterHours: 30,
  },
  {
    article: 'Why Kigali? An honest answer',
    name: 'Grace Mutesi',
    message:
      'Finally somebody says that the seniors are not simply waiting for a call. Thank you for that.',
    afterHours: 5,
    status: 'APPROVED',
  },
  {
    article: 'Why Kigali? An honest answer',
    name: 'Henrik',
    message:
      'We came for a week in March, with laptops, as you suggest. Four people work with us now.',
    afterHours: 41,
    replies: [
      {
        ...team,
        message:
          'And you still owe us a visit on the last Saturday of the month. The spades are ready.',
        afterHours: 3,
        status: 'APPROVED',
      },
    ],
  },
  {
    article: 'Why Kigali? An honest answer',
    name: 'Nobody',
    message: 'All of this is advertising and nobody should believe a word of it, you included.',
    afterHours: 50,
    status: 'REJECTED',
  },
  {
    article: 'What outsourcing costs, line by line',
    name: 'Anna Lindqvist',
    message:
      'The line about leaving is the one I have to explain to our finance people every single year.',
    afterHours: 26,
    status: 'APPROVED',
  },
  {
    article: 'Three months, week by week: inside the training',
    name: 'Thierry',
    message:
      'Week four was exactly like that for me in cohort 9. To those who are in it now: stay.',
    afterHours: 8,
    status: 'APPROVED',
    replies: [
      {
        name: 'Sandrine',
        message: 'I am in week four and I needed to read this today.',
        afterHours: 11,
      },
    ],
  },
  {
    article: 'Three months, week by week: inside the training',
    name: 'Fabrice Byiringiro',
    message: 'Can I apply while I am in my last year at university, or do I have to finish first?',
    afterHours: 70,
    replies: [
      {
        ...team,
        message: 'You can apply, as long as you have your weekdays free for the three months.',
        afterHours: 5,
        status: 'APPROVED',
      },
    ],
  },
  {
    article: 'Your first pull request to a stranger',
    name: 'Olivier Hakizimana',
    message:
      'Mine was a missing comma in the instructions. It took nine days, and I was proud for a month.',
    afterHours: 15,
    status: 'APPROVED',
  },
  {
    article: 'Learning to code with a slow phone and a shared laptop',
    name: 'Joselyne',
    message:
      'Planning on paper is true. I still do it, and I have had my own computer for two years.',
    afterHours: 33,
  },
  {
    article: 'One payroll, five countries',
    name: 'Samuel Otieno',
    message:
      'Letting everybody check their own payslip before it is final: we start with that this month.',
    afterHours: 18,
    status: 'APPROVED',
  },
  {
    article: 'How a Berlin and Kigali team shares one working day',
    name: 'Lena K',
    message:
      'I earn 300 dollars a day from home, and so can you. Ask me how: https://easy-money.example/start?from=1',
    afterHours: 30,
    heldReason: 'links',
  },
  {
    article: 'Why Kigali? An honest answer',
    name: 'Tom',
    message:
      'I earn 300 dollars a day from home, and so can you. Ask me how: https://easy-money.example/start?from=2',
    afterHours: 33,
    heldReason: 'links',
  },
  {
    article: 'What outsourcing costs, line by line',
    name: 'Marek Z',
    message:
      'I earn 300 dollars a day from home, and so can you. Ask me how: https://easy-money.example/start?from=3',
    afterHours: 36,
    heldReason: 'links',
  },
  {
    article: 'One payroll, five countries',
    name: 'A. Reader',
    message:
      'I earn 300 dollars a day from home, and so can you. Ask me how: https://easy-money.example/start?from=4',
    afterHours: 20,
    heldReason: 'links',
  },
]

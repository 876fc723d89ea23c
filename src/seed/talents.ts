import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { insertTalent, type NewTalent } from '#features/talents/server/insert.ts'
import type { Services } from '#platform/http/context.ts'
import { hourMs } from '#shared/durations.ts'
import { newTalent } from './factories/talents.ts'
import { mailboxOf } from './people.ts'
import { createResume } from './resume-pdf.ts'

/** Fictional talents for the demo, the latest first. */
const people = [
  {
    first_name: 'Divine',
    last_name: 'Ingabire',
    location: 'Kigali, Rwanda',
    headline: 'Frontend developer who has shipped three shops',
    about:
      'I build interfaces that work on slow phones, because that is what my mother shops with. I mentor two juniors on Saturdays.',
    skills: ['React', 'TypeScript', 'Accessibility', 'French'],
    level: 'SENIOR',
    years: 6,
    latest_role: 'Frontend developer, agency in Kigali',
    availability: 'MONTH',
    work_mode: 'REMOTE',
    status: 'NEW',
  },
  {
    first_name: 'Samuel',
    last_name: 'Otieno',
    location: 'Nairobi, Kenya',
    headline: 'Customer support lead for payments',
    about: 'Eight years of calls taught me that most problems are a missing sentence.',
    skills: ['Customer support', 'Zendesk', 'Swahili', 'Team leadership'],
    level: 'LEAD',
    years: 8,
    latest_role: 'Support team lead, mobile payments',
    availability: 'QUARTER',
    work_mode: 'ANY',
    status: 'NEW',
  },
  {
    first_name: 'Noëlla',
    last_name: 'Umutoni',
    location: 'Huye, Rwanda',
    headline: 'Bookkeeper, month-end closings in QuickBooks',
    about: '',
    skills: ['Bookkeeping', 'QuickBooks', 'Excel'],
    level: 'MID',
    years: 4,
    latest_role: 'Accounts assistant, coffee exporter',
    availability: 'NOW',
    work_mode: 'HYBRID',
    link: '',
    status: 'NEW',
  },
  {
    first_name: 'Thierry',
    last_name: 'Byiringiro',
    location: 'Musanze, Rwanda',
    headline: 'Backend developer: Python, PostgreSQL, queues',
    about: 'I like the part of a system that nobody sees until it stops.',
    skills: ['Python', 'PostgreSQL', 'Docker', 'TypeScript'],
    level: 'MID',
    years: 3,
    latest_role: 'Backend developer, logistics start-up',
    availability: 'MONTH',
    work_mode: 'REMOTE',
    status: 'CONTACTED',
  },
  {
    first_name: 'Grace',
    last_name: 'Achieng',
    location: 'Kampala, Uganda',
    headline: 'Data annotator and quality reviewer',
    about: 'Medical and traffic images; I wrote the guideline that our team still uses.',
    skills: ['Data annotation', 'Quality assurance', 'Excel'],
    level: 'JUNIOR',
    years: 1,
    latest_role: 'Annotator, mapping project',
    availability: 'NOW',
    work_mode: 'REMOTE',
    link: '',
    status: 'PLACED',
  },
  {
    first_name: 'Olivier',
    last_name: 'Hakizimana',
    location: 'Rubavu, Rwanda',
    headline: 'Product designer, research to interface',
    about: 'Seven years between shop floors and Figma.',
    skills: ['Figma', 'User research', 'Design systems', 'French'],
    level: 'SENIOR',
    years: 7,
    latest_role: 'Product designer, bank in Kigali',
    availability: 'OPEN',
    work_mode: 'HYBRID',
    status: 'ARCHIVED',
  },
] as const satisfies readonly Partial<Omit<NewTalent, 'skills'> & { skills: readonly string[] }>[]

type Prepared = { talent: NewTalent; resumeId: number }

/** Stores the resumes of the demo's talents before the transaction: that takes long. */
export async function prepareTalents(services: Services): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const [index, { skills, ...person }] of people.entries()) {
    const mailbox = mailboxOf(`${person.first_name}.${person.last_name}`)
    const talent = newTalent(services, {
      email: `${mailbox}@example.com`,
      phone_number: `+25078831${1_207 + index * 911}`,
      link: `https://www.linkedin.com/in/${mailbox.replace('.', '-')}-demo`,
      ...person,
      skills: [...skills],
      created_at: new Date(services.now().getTime() - (5 + index * 31) * hourMs).toISOString(),
    })
    const lines = [
      `${talent.email}   ${talent.phone_number}   ${talent.location}`,
      '',
      talent.headline,
      '',
      'Work',
      `- ${talent.latest_role}`,
      '',
      'Skills',
      ...skills.map((skill) => `- ${skill}`),
    ]
    const name = `${talent.first_name} ${talent.last_name}`
    prepared.push({ talent, resumeId: await createResume(services, name, lines) })
  }
  return prepared
}

/** Stores the demo's talents with their prepared resumes. */
export async function seedTalents(transaction: Transaction<Tables>, prepared: readonly Prepared[]) {
  for (const { talent, resumeId } of prepared) await insertTalent(transaction, talent, resumeId)
}

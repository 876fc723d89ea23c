import { searchable } from '#database/search.ts'
import type { ContactStatus } from '#features/contact/validation.ts'
import type { Services } from '#platform/http/context.ts'
import { hourMs } from '#shared/durations.ts'
import { createMessage } from '../factories/messages.ts'

type DemoMessage = {
  hoursAgo: number
  status: ContactStatus
  isRead?: boolean
  from: [full_name: string, email: string, phone: string]
  subject: string
  message: string
  /** By whom, after how many hours. */
  reply?: [by: string, afterHours: number, text: string]
  /** What the visitor has answered to that by email, after how many hours. */
  answer?: [afterHours: number, text: string]
  note?: [by: string, text: string]
}

/** What the demo's visitors write; none of them exists. The first is the latest. */
const demoMessages: DemoMessage[] = [
  {
    hoursAgo: 2,
    status: 'NEW',
    from: ['Mehmet İnan', 'mehmet.inan@bogaz.example', '+90 212 000 00 00'],
    subject: 'Hiring talent for our team',
    message:
      'Hello,\n\nwe run a delivery service in Istanbul and look for three React developers who can start in spring. How does it work, and what does it cost?\n\nKind regards\nMehmet İnan',
  },
  {
    hoursAgo: 7,
    status: 'NEW',
    from: ['Solange Mukandayisenga', 'solange@example.rw', '+250 788 000 121'],
    subject: 'The training programme',
    message:
      'Muraho, I finished secondary school last year and have no laptop. Can I still apply to the next cohort, and is there a place where I could practise?',
  },
  {
    hoursAgo: 22,
    status: 'IN_PROGRESS',
    isRead: true,
    from: ['Siobhán O’Brien', 'siobhan@liffeyhealth.example', '+353 1 000 0000'],
    subject: 'A partnership',
    message:
      'We would like to sponsor five places for women in your next cohort. Whom should we talk to?',
    note: ['Aline Uwase', 'Claudine knows her from the fair in Dublin. Ask her before we answer.'],
  },
  {
    hoursAgo: 31,
    status: 'NEW',
    isRead: true,
    from: ['Jean-Baptiste Habimana', 'jb.habimana@example.rw', '+250 722 000 340'],
    subject: 'Help with something on the site',
    message:
      'My certificate shows my second name without the hyphen. How can I have it corrected? The number is on the first page.',
  },
  {
    hoursAgo: 50,
    status: 'RESOLVED',
    isRead: true,
    from: ['Katharina Vogel', 'katharina@spreewerk.example', '+49 30 1234567'],
    subject: 'Two more backend developers',
    message:
      'The two colleagues who joined us in autumn are doing well, so we would like two more from April on. Could you send us profiles?',
    reply: [
      'Eric Nshimiyimana',
      5,
      'Dear Katharina,\n\nthat is good to hear. I have put together four profiles of people who finish in March, and will send them with work samples tomorrow.',
    ],
  },
  {
    hoursAgo: 75,
    status: 'RESOLVED',
    isRead: true,
    from: ['Grace Wanjiru', 'grace.wanjiru@example.ke', '+254 700 000 000'],
    subject: 'General question',
    message: 'Do you also train people who live in Nairobi, or only in Kigali?',
    reply: [
      'Aline Uwase',
      20,
      'Dear Grace,\n\nthe training is in Kigali, five days a week. Those who come from further away find rooms nearby with our help.',
    ],
    answer: [
      26,
      'Thank you, Aline. I have a cousin in Kimironko, so that is settled. I will apply.',
    ],
  },
  {
    hoursAgo: 90,
    status: 'SPAM',
    isRead: true,
    from: ['SEO Experts', 'rank@first-page.example', '0000000000'],
    subject: 'First page in 24 hours',
    message: 'We bring your site to the first page. https://first-page.example',
  },
]

const demoTemplates = {
  'Hiring: how it works':
    'Dear {{name}},\n\nthank you for writing to us about "{{subject}}". We start with a call of half an hour, propose three to five people within a week, and you talk to whom you like.\n\nWhen would it suit you?',
  'Next cohort':
    'Dear {{first_name}},\n\nregistration for the next cohort is open on our site, and costs nothing. All you need is your resume as a PDF or Word file.',
  'Thank you, we will be in touch':
    'Dear {{first_name}},\n\nthank you for your message. I am looking into it and come back to you tomorrow.',
}

/** Stores the demo's messages, with what staff have replied and noted, and templates of replies. */
export async function seedMessages({ database, now }: Pick<Services, 'database' | 'now'>) {
  const at = (hoursAgo: number) => new Date(now().getTime() - hoursAgo * hourMs).toISOString()
  for (const {
    hoursAgo,
    status,
    isRead,
    from,
    subject,
    message,
    reply,
    answer,
    note,
  } of demoMessages.toReversed()) {
    const [full_name, email, phone] = from
    const fields = { full_name, email, phone, subject, message, status }
    const id = await createMessage({ database, now }, { ...fields, created_at: at(hoursAgo) })
    const answered_at = reply ? at(hoursAgo - reply[1]) : null
    await database
      .updateTable('contact_messages')
      .set({ answered_at, read_at: isRead ? at(hoursAgo - 1) : null })
      .where('id', '=', id)
      .execute()
    const entry = { message_id: id, author_id: null }
    if (reply && answered_at) {
      const [author_name, , text] = reply
      const sent = { outbox_id: null, sent_at: answered_at, created_at: answered_at }
      await database
        .insertInto('contact_replies')
        .values({ ...entry, author_name, text, ...sent })
        .execute()
    }
    if (reply && answer) {
      const [afterHours, text] = answer
      const quoted = reply[2].replaceAll(/^/gm, '> ')
      await database
        .insertInto('contact_answers')
        .values({
          message_id: id,
          received_key: `demo ${id}`,
          email: '',
          email_key: '',
          text,
          quoted,
          attachments: '[]',
          is_automatic: 0,
          is_cut: 0,
          is_doubtful: 0,
          created_at: at(hoursAgo - afterHours),
        })
        .execute()
    }
    if (note) {
      const [author_name, text] = note
      await database
        .insertInto('contact_notes')
        .values({ ...entry, author_name, text, created_at: at(hoursAgo - 1) })
        .execute()
    }
  }
  for (const [title, text] of Object.entries(demoTemplates)) {
    const times = { created_at: at(200), updated_at: at(200) }
    await database
      .insertInto('reply_templates')
      .values({ title, title_key: searchable(title), text, ...times })
      .execute()
  }
}

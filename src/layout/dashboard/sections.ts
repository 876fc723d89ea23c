import { useUnreadMessages } from '#features/contact/dashboard/use-unread-messages.ts'
import { usePrivacyRequests } from '#features/personal-data/dashboard/use-privacy-requests.ts'
import { usePendingTestimonials } from '#features/testimonials/dashboard/testimonial-status.ts'
import { editors, type Role, recruiters, roles } from '#shared/roles.ts'
import {
  Award,
  CalendarCheck,
  CalendarDays,
  CalendarRange,
  ChartColumn,
  Files,
  House,
  type IconComponent,
  IdCard,
  Images,
  Inbox,
  Layers,
  Mail,
  MessagesSquare,
  Newspaper,
  Quote,
  ScrollText,
  Send,
  Settings2,
  ShieldUser,
  Tags,
  Trash,
  UserRound,
  UserRoundSearch,
  Users,
} from '#ui/icons.ts'

export type Section = {
  label: string
  to: string
  icon: IconComponent
  /** The roles that see it. The server checks the role of every call itself. */
  roles: readonly Role[]
  /** What waits there. */
  useCount?: () => { count: number; noun: string } | undefined
}

/** The dashboard's pages, grouped as in its navigation. */
export const sectionGroups: { heading?: string; sections: Section[] }[] = [
  {
    sections: [
      { label: 'Overview', to: '/dashboard', icon: House, roles },
      { label: 'Analytics', to: '/dashboard/analytics', icon: ChartColumn, roles },
    ],
  },
  {
    heading: 'Inbox',
    sections: [
      {
        label: 'Messages',
        to: '/dashboard/messages',
        icon: Inbox,
        roles: recruiters,
        useCount: useUnreadMessages,
      },
      { label: 'Comments', to: '/dashboard/comments', icon: MessagesSquare, roles: editors },
    ],
  },
  {
    heading: 'Recruitment',
    sections: [
      { label: 'Applications', to: '/dashboard/applications', icon: Files, roles: recruiters },
      { label: 'Interviews', to: '/dashboard/interviews', icon: CalendarCheck, roles: recruiters },
      { label: 'Talents', to: '/dashboard/talents', icon: UserRoundSearch, roles: recruiters },
      { label: 'Cohorts', to: '/dashboard/cohorts', icon: CalendarRange, roles: recruiters },
      { label: 'Tech stacks', to: '/dashboard/tech-stacks', icon: Layers, roles: recruiters },
      { label: 'Certificates', to: '/dashboard/certificates', icon: Award, roles: recruiters },
    ],
  },
  {
    heading: 'Content',
    sections: [
      { label: 'News', to: '/dashboard/news', icon: Newspaper, roles: editors },
      { label: 'Images', to: '/dashboard/images', icon: Images, roles: editors },
      { label: 'Tags', to: '/dashboard/tags', icon: Tags, roles: editors },
      {
        label: 'Testimonials',
        to: '/dashboard/testimonials',
        icon: Quote,
        roles: editors,
        useCount: usePendingTestimonials,
      },
      { label: 'Team', to: '/dashboard/team', icon: IdCard, roles: editors },
      { label: 'Events', to: '/dashboard/events', icon: CalendarDays, roles: editors },
      { label: 'Newsletter', to: '/dashboard/newsletter', icon: Send, roles: recruiters },
    ],
  },
  {
    heading: 'Administration',
    sections: [
      { label: 'Settings', to: '/dashboard/settings', icon: Settings2, roles: ['ADMIN'] },
      { label: 'Users', to: '/dashboard/users', icon: Users, roles: ['ADMIN'] },
      { label: 'Outbox', to: '/dashboard/outbox', icon: Mail, roles: ['ADMIN'] },
      { label: 'Audit log', to: '/dashboard/audit-log', icon: ScrollText, roles: ['ADMIN'] },
      {
        label: 'Personal data',
        to: '/dashboard/personal-data',
        icon: ShieldUser,
        roles: ['ADMIN'],
        useCount: usePrivacyRequests,
      },
      { label: 'Trash', to: '/dashboard/trash', icon: Trash, roles },
      { label: 'Profile', to: '/dashboard/profile', icon: UserRound, roles },
    ],
  },
]

/** Whether a role may see the page at a path. */
export function mayOpen(role: Role, pathname: string): boolean {
  const sections = sectionGroups.flatMap((group) => group.sections)
  const section = sections
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0]
  return section?.roles.includes(role) ?? true
}

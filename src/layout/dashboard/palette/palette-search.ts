import { keepPreviousData, useQueries } from '@tanstack/react-query'
import {
  type ListProcedure,
  listOptions,
  type ProcedureInput,
  type ProcedureOutput,
} from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { formatDate } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import {
  Award,
  CalendarDays,
  CalendarRange,
  Files,
  type IconComponent,
  Inbox,
  Newspaper,
  Send,
  UserRoundSearch,
  Users,
} from '#ui/icons.ts'
import { mayOpen } from '../sections.ts'
import type { PaletteGroup } from './palette-entry.ts'

type Found = { label: string; text?: string; to: string }
type RowOf<Name extends ListProcedure> =
  ProcedureOutput<Name> extends { results: (infer Row)[] } ? Row & { id: number } : never

type Source<Name extends ListProcedure> = {
  heading: string
  icon: IconComponent
  screen: string
  procedure: Name
  /** What the call is given, if not `search` alone. */
  inputOf?: (search: string) => ProcedureInput<Name>
  show: (row: RowOf<Name>) => Found
}

/** A list that the palette searches, for whoever may open its screen. */
function source<Name extends ListProcedure>({
  heading,
  icon,
  screen,
  procedure,
  inputOf = (search) => ({ search }) as ProcedureInput<Name>,
  show,
}: Source<Name>) {
  return {
    heading,
    screen,
    query: (search: string) =>
      listOptions(procedure, { ...(inputOf(search) as object), page_size: shownMax }),
    entriesOf: (page: unknown) =>
      (page as { results: RowOf<Name>[] }).results.map((row) => ({
        id: `${procedure} ${row.id}`,
        icon,
        ...show(row),
      })),
  }
}

/** The most rows of a list that the palette shows. */
const shownMax = 5

const at = (path: string, id: number) => `/dashboard/${path}/${id}`
const searched = (path: string, search: string) =>
  `/dashboard/${path}?search=${encodeURIComponent(search)}`

const sources = [
  source({
    heading: 'Applications',
    icon: Files,
    screen: '/dashboard/applications',
    procedure: 'applications.list',
    inputOf: (search_query) => ({ search_query }),
    show: (row) => ({
      label: fullName(row),
      to: at('applications', row.id),
      text: `${row.cohort_name}, ${row.status.toLowerCase()}`,
    }),
  }),
  source({
    heading: 'Talents',
    icon: UserRoundSearch,
    screen: '/dashboard/talents',
    procedure: 'talents.list',
    show: (row) => ({ label: fullName(row), text: row.headline, to: at('talents', row.id) }),
  }),
  source({
    heading: 'Messages',
    icon: Inbox,
    screen: '/dashboard/messages',
    procedure: 'contact.list',
    show: (row) => ({ label: row.subject, text: row.full_name, to: at('messages', row.id) }),
  }),
  source({
    heading: 'Cohorts',
    icon: CalendarRange,
    screen: '/dashboard/cohorts',
    procedure: 'cohorts.list',
    inputOf: (search) => ({ search, status: 'all' }),
    show: (row) => ({
      label: row.name,
      to: searched('cohorts', row.name),
      text: `${row.total_registered} of ${row.limit} places taken`,
    }),
  }),
  source({
    heading: 'Certificates',
    icon: Award,
    screen: '/dashboard/certificates',
    procedure: 'certificates.list',
    show: (row) => ({
      label: row.full_name,
      to: at('certificates', row.id),
      text: `${row.number}, ${row.status.toLowerCase()}`,
    }),
  }),
  source({
    heading: 'Articles',
    icon: Newspaper,
    screen: '/dashboard/news',
    procedure: 'drafts.list',
    show: (row) => ({ label: row.title || 'Untitled', text: row.author, to: at('news', row.id) }),
  }),
  source({
    heading: 'Events',
    icon: CalendarDays,
    screen: '/dashboard/events',
    procedure: 'events.staffList',
    show: (row) => ({ label: row.title, text: formatDate(row.date), to: at('events', row.id) }),
  }),
  source({
    heading: 'Subscribers',
    icon: Send,
    screen: '/dashboard/newsletter',
    procedure: 'newsletter.list',
    show: (row) => ({ label: row.email, to: searched('newsletter', row.email) }),
  }),
  source({
    heading: 'Users',
    icon: Users,
    screen: '/dashboard/users',
    procedure: 'users.list',
    show: (row) => ({ label: row.name, text: row.email, to: searched('users', row.email) }),
  }),
]

/** Fewer letters would be looked for in every row: the indexes are of three. */
export const searchLengthMin = 3

/** Searches the lists that the user may see, all at once; each result shows as soon as it is there. */
export function usePaletteSearch(search: string) {
  const { role } = useUser()
  const own = sources.filter(({ screen }) => mayOpen(role, screen))
  const isOn = search.length >= searchLengthMin
  const results = useQueries({
    queries: own.map(({ query }) => ({
      ...query(search),
      enabled: isOn,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    })),
  })
  const groups: PaletteGroup[] = own.map(({ heading, entriesOf }, index) => {
    const { data, isPlaceholderData } = results[index] ?? {}
    return {
      heading,
      isStale: isPlaceholderData ?? false,
      entries: isOn && data !== undefined ? entriesOf(data) : [],
    }
  })
  return {
    groups,
    isSearching: isOn && results.some(({ isFetching }) => isFetching),
    failed: own
      .filter((_, index) => isOn && results[index]?.isError)
      .map(({ heading }) => heading.toLowerCase()),
  }
}

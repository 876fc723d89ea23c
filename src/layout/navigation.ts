export type NavigationLink = { label: string; to: string }

/** The header's links, in their order; those in `children` open under their parent. */
export const navigation: (NavigationLink | { label: string; children: NavigationLink[] })[] = [
  { label: 'Home', to: '/' },
  {
    label: 'Our story',
    children: [
      { label: 'Who We Are', to: '/who-we-are' },
      { label: 'Why Rwanda', to: '/why-rwanda' },
    ],
  },
  { label: 'Services', to: '/services' },
  { label: 'News & Insights', to: '/insights' },
  { label: 'Contact', to: '/contact' },
]

/** What the small screen's menu lists besides. */
export const eventsLink: NavigationLink = { label: 'Events', to: '/events' }

export const applyLink: NavigationLink = { label: 'Apply Now', to: '/cohort-application' }

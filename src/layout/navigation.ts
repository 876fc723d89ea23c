export type NavigationLink = { label: string; to: string }

/** The header's links; `children` open as a dropdown. */
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

/** An additional link of the mobile menu. */
export const eventsLink: NavigationLink = { label: 'Events', to: '/events' }

export const applyLink: NavigationLink = { label: 'Apply Now', to: '/cohort-application' }

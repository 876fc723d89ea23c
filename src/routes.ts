import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site, and the page that answers it. */
export default [
  layout('pages/public/layout.tsx', [
    index('pages/public/home.tsx'),
    route('who-we-are', 'pages/public/who-we-are.tsx'),
    route('why-rwanda', 'pages/public/why-rwanda.tsx'),
    route('services', 'pages/public/services.tsx'),
    route('insights', 'pages/public/insights.tsx'),
    route('insights/:slug', 'pages/public/article.tsx'),
    route('events', 'pages/public/events.tsx'),
    route('events/cancel', 'pages/public/event-cancel.tsx'),
    route('events/:id', 'pages/public/event.tsx'),
    route('contact', 'pages/public/contact.tsx'),
    route('register', 'pages/public/register.tsx'),
    route('newsletter', 'pages/public/newsletter.tsx'),
    route('newsletter/unsubscribe', 'pages/public/unsubscribe.tsx'),
    route('cohort-application', 'pages/public/cohort-application.tsx'),
    route('*', 'pages/public/not-found.tsx'),
  ]),
  route('events.ics', 'pages/public/events-calendar.ts'),
  route('events/:id.ics', 'pages/public/event-calendar.ts'),
  route('certificate', 'pages/public/certificate.tsx'),
  route('login', 'pages/public/login.tsx'),
  route('dashboard', 'pages/dashboard/layout.tsx', [
    index('pages/dashboard/overview.tsx'),
    route('analytics', 'pages/dashboard/analytics.tsx'),
    route('applications', 'pages/dashboard/applications.tsx'),
    route('applications/:id', 'pages/dashboard/application.tsx'),
    route('talents', 'pages/dashboard/talents.tsx'),
    route('talents/:id', 'pages/dashboard/talent.tsx'),
    route('cohorts', 'pages/dashboard/cohorts.tsx'),
    route('tech-stacks', 'pages/dashboard/tech-stacks.tsx'),
    route('users', 'pages/dashboard/users.tsx'),
    route('outbox', 'pages/dashboard/outbox.tsx'),
    route('profile', 'pages/dashboard/profile.tsx'),
  ]),
] satisfies RouteConfig

import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site, and the page that answers it. */
export default [
  layout('pages/public/layout.tsx', [
    index('pages/public/home.tsx'),
    route('*', 'pages/public/not-found.tsx'),
  ]),
] satisfies RouteConfig

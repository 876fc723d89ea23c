import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  buildDirectory: 'build',
  // All routes are known from the start, in a file that lasts, instead of being asked for at every page.
  routeDiscovery: { mode: 'initial' },
  // Behind a proxy that speaks https, browsers name another origin than the server sees. Nobody is signed in by a
  // cookie, so what a page elsewhere may post here is what anybody may.
  allowedActionOrigins: ['**'],
} satisfies Config

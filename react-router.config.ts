import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  buildDirectory: 'build',
  // All routes are known from the start, in a file that lasts, instead of being asked for at every page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

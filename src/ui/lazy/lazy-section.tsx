import type { ReactNode } from 'react'

/**
 * A part of a page that the first screen doesn't show: it is laid out as soon as the browser has nothing else to do, or
 * when it comes near the viewport (src/client/page/lazy-sections.ts, public.css). The footer has the same mark.
 */
export const LazySection = ({ children }: { children: ReactNode }) => (
  <div data-lazy-section="">{children}</div>
)

import type { ReactNode } from 'react'

/**
 * A part of a page that the first screen doesn't show: it is laid out as soon as the browser has nothing else to do, or
 * when it comes near the viewport (src/client/page/later.ts, public.css).
 */
export const Later = ({ children }: { children: ReactNode }) => <div data-later="">{children}</div>

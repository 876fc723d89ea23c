import type { ReactNode } from 'react'

/** The two halves of a long form in the dashboard, side by side on very wide screens. Each is an element. */
export const FormHalves = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-x-14 gap-y-8 min-[100rem]:grid-cols-2 min-[100rem]:[&_section]:grid-cols-1">
    {children}
  </div>
)

/** How far applications come: each stage includes those that went further. */
export const funnelStages = ['applied', 'opened', 'shortlisted', 'accepted'] as const
export type FunnelStage = (typeof funnelStages)[number]

/** The statuses that count as having come to a stage. */
export const stageStatuses = {
  applied: ['PENDING', 'REVIEWING', 'SHORTLISTED', 'ACCEPTED', 'REJECTED', 'WITHDRAWN'],
  opened: ['REVIEWING', 'SHORTLISTED', 'ACCEPTED', 'REJECTED'],
  shortlisted: ['SHORTLISTED', 'ACCEPTED'],
  accepted: ['ACCEPTED'],
} as const satisfies Record<FunnelStage, readonly string[]>

export const trendDays = 30

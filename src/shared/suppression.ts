/** Why an address gets no emails. */
export const suppressionReasons = ['HARD_BOUNCE', 'SOFT_BOUNCES', 'COMPLAINT'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export const suppressionLabels: Readonly<Record<SuppressionReason, string>> = {
  HARD_BOUNCE: 'there is no such mailbox',
  SOFT_BOUNCES: 'emails came back again and again',
  COMPLAINT: 'its owner complained',
}

/**
 * What came back for an email, from the least to the gravest. `UNPROVED` is what somebody says who may have the
 * Message-ID from an answer: it is shown, and counts for nothing.
 */
export const bounceKinds = ['UNPROVED', 'SOFT', 'HARD', 'COMPLAINT'] as const
export type BounceKind = (typeof bounceKinds)[number]

/** The boxes that stand out of an article's text, by the word in them. */
export const calloutLabels = { note: 'Note', tip: 'Tip', warning: 'Careful' } as const
export type CalloutKind = keyof typeof calloutLabels

export const isCalloutKind = (text: string): text is CalloutKind =>
  Object.hasOwn(calloutLabels, text)

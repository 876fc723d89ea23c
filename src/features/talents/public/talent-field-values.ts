/** What is said of the form as a whole. */
export const talentWords = {
  registered: 'You are registered!',
  wrong: 'Please check the marked fields.',
  failed: 'Your registration could not be sent. Nothing that you typed is lost: please try again.',
  /** A browser does not send back a page with the file that it sent before. */
  resumeAgain: 'Please choose your resume again',
  /** A form that could not be read can't be shown again either. */
  goBack: 'When you go back in your browser, what you typed is still there.',
} as const

/** Skills that employers often ask for, to be added by a click. */
export const skillSuggestions = [
  'Customer support',
  'Data entry',
  'Bookkeeping',
  'Excel',
  'JavaScript',
  'Python',
  'Graphic design',
  'French',
] as const

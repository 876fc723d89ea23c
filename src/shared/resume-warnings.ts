/** What staff should know before they open a stored resume, with the sentence that they read. */
export const resumeWarnings = {
  SCRIPT:
    'This PDF contains a script, or a link that starts a program. Read it here, or in a browser.',
  MACROS: 'This document contains macros. Don’t enable them.',
  EXTERNAL:
    'This document fetches a template or an object from elsewhere when it is opened in Word.',
  UNCHECKED: 'Parts of this file could not be checked for scripts. Read it here, or in a browser.',
  UNSCANNED: 'The virus scanner could not be reached when this file came.',
  UNREAD:
    'The words of this file could not be read, so no search finds them. If it does not open either, please ask for it again.',
} as const

export type ResumeWarning = keyof typeof resumeWarnings
export const resumeWarningCodes = Object.keys(resumeWarnings) as [ResumeWarning, ...ResumeWarning[]]

/** The warnings in the column of the files table, separated by spaces. */
export const warningsIn = (column: string) =>
  resumeWarningCodes.filter((code) => column.split(' ').includes(code))

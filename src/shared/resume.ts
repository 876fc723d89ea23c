/** Why a resume is refused, in the words of the browser and of the server. */
export const resumeMessages = {
  resume: 'Resume is required',
  resumeType: 'Resume must be a PDF, DOC or DOCX file',
  resumeSize: 'Resume must be 10MB or smaller',
  resumeEmpty: 'This file is empty',
  resumeMacros: 'This document contains macros. Please save it without them, or as a PDF',
  resumeScript: 'This PDF starts a program when it is opened. Please print it to a new PDF',
  resumeVirus: 'Our virus scanner refused this file. Please send another one',
} as const

export const resumeBytesMax = 10 * 1024 * 1024

/** The media types by the extensions. */
export const resumeTypes = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const

export type ResumeExtension = keyof typeof resumeTypes
const resumeExtensions = Object.keys(resumeTypes) as ResumeExtension[]

/** The `accept` attribute of a file input. */
export const resumeAccept = [...resumeExtensions, ...Object.values(resumeTypes)].join()

/** The extension of a resume's name, in lower case; undefined for any other file. */
export function resumeExtensionOf(name: string) {
  // Lower-casing can change a name's length: an index in one form is none in the other.
  const lowerCased = name.toLowerCase()
  return resumeExtensions.find((extension) => lowerCased.endsWith(extension))
}

/** Validates a resume's name and size. @returns an error message or undefined */
export function validateResume(file: { name: string; size: number }) {
  if (!resumeExtensionOf(file.name)) return resumeMessages.resumeType
  if (file.size > resumeBytesMax) return resumeMessages.resumeSize
  if (file.size === 0) return resumeMessages.resumeEmpty
  return undefined
}

/** What staff should know before they open a stored resume, with the sentence that they read. */
export const resumeWarnings = {
  SCRIPT:
    'This PDF contains a script, or a link that starts a program. Read it here, or in a browser.',
  MACROS: 'This document contains macros. Don’t enable them.',
  EXTERNAL:
    'This document fetches a template or an object from elsewhere when it is opened in Word.',
  UNCHECKED: 'Parts of this file could not be checked for scripts. Read it here, or in a browser.',
  UNSCANNED: 'The virus scanner could not be reached when this file came.',
} as const

export type ResumeWarning = keyof typeof resumeWarnings
export const resumeWarningCodes = Object.keys(resumeWarnings) as [ResumeWarning, ...ResumeWarning[]]

/** The warnings in the column of the files table, separated by spaces. */
export const warningsIn = (column: string) =>
  resumeWarningCodes.filter((code) => column.split(' ').includes(code))

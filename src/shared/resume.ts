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

/** A chosen file with the extension of its type, where its name has none: on phones, what was received may lack it. */
export function withResumeExtension(file: File) {
  const extension = resumeExtensions.find((one) => resumeTypes[one] === file.type)
  if (!extension || resumeExtensionOf(file.name)) return file
  const { name, type, lastModified } = file
  return new File([file], name + extension, { type, lastModified })
}

/** Validates a resume's name and size. @returns an error message or undefined */
export function validateResume(file: { name: string; size: number }) {
  if (!resumeExtensionOf(file.name)) return resumeMessages.resumeType
  if (file.size > resumeBytesMax) return resumeMessages.resumeSize
  if (file.size === 0) return resumeMessages.resumeEmpty
  return undefined
}

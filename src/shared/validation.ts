/** What people are told of the fields that several forms ask for; the forms and the server say the same. */
export const personMessages = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  emailFormat: 'Please enter a valid email',
  phone: 'Phone number is required',
} as const

export const resumeMessages = {
  resume: 'Resume is required',
  resumeType: 'Resume must be a PDF, DOC or DOCX file',
  resumeSize: 'Resume must be 10MB or smaller',
  resumeEmpty: 'This file is empty',
} as const

export const emailLengthMax = 254

/**
 * An address in the simple shape somebody@somewhere.tld. Mail servers read brackets past, so that one letter box would
 * have addresses without end, and what can't be seen comes along when one copies. The pattern takes long over long
 * texts, so those are none.
 */
export const isEmail = (value: string) =>
  value.length <= emailLengthMax && /^[^\s@<>\p{C}]+@[^\s@<>\p{C}]+\.[^\s@<>\p{C}]+$/u.test(value)

export const resumeBytesMax = 10 * 1024 * 1024
const resumeExtensions = ['.pdf', '.doc', '.docx'] as const

/** What a file input offers to choose from, by ending and by media type. */
export const resumeAccept = [
  ...resumeExtensions,
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
].join()

/** What is wrong with a resume as far as its name and size tell, or undefined. */
export function validateResume(file: { name: string; size: number }) {
  const name = file.name.toLowerCase()
  if (!resumeExtensions.some((extension) => name.endsWith(extension)))
    return resumeMessages.resumeType
  if (file.size > resumeBytesMax) return resumeMessages.resumeSize
  if (file.size === 0) return resumeMessages.resumeEmpty
  return undefined
}

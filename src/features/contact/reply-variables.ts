import { company } from '#shared/company.ts'

/** What a template can name in double braces, and what it stands for. */
export const replyVariables = {
  name: 'The full name of who wrote to us',
  first_name: 'Their first name',
  subject: 'The subject of their message',
  me: 'The name of who answers',
  company: `The company: ${company.name}`,
} as const
type Variable = keyof typeof replyVariables

/** The name with the spaces around it: a pattern that tells them apart could take minutes on many spaces. */
const pattern = /\{\{([^{}]*)\}\}/g

const isVariable = (name: string): name is Variable => Object.hasOwn(replyVariables, name)

/** @returns an error message when a template names a variable that doesn't exist */
export function validateVariables(text: string) {
  const unknown = [...text.matchAll(pattern)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !isVariable(name))
  if (unknown.length === 0) return undefined
  const known = Object.keys(replyVariables).map((name) => `{{${name}}}`)
  return `There is no variable {{${unknown[0]}}}. These exist: ${known.join(', ')}`
}

/** @returns an error message when a reply has a variable that nobody has filled in */
export function validateFilled(text: string) {
  const [first] = text.match(pattern) ?? []
  return first && `Please put words in the place of ${first}`
}

type Subject = { full_name: string; subject: string }

/** The text of a template for one message. Variables that don't exist stay. */
export function fillTemplate(text: string, { full_name, subject }: Subject, me: string) {
  const values: Record<Variable, string> = {
    name: full_name,
    subject,
    me,
    company: company.name,
    first_name: full_name.split(/\s+/)[0] ?? '',
  }
  return text.replace(pattern, (whole, spaced: string) => {
    const name = spaced.trim()
    return isVariable(name) ? values[name] : whole
  })
}

import { type FieldRule, linesRule, textRule } from './validation.ts'

/**
 * The size of an email, as it is sent: small enough for a phone on a slow connection, and for Gmail to show it whole.
 */
export const emailKilobytesMax = 40

/** `is_sent` is whether it is sent at all. Subject and text may contain variables. */
export type EmailTemplate = { is_sent: boolean; subject: string; text: string }

/** What stands in braces in a template, and what becomes of it. */
export type EmailVariables = Readonly<Record<string, string>>

/** @returns an error message for a text with a variable that there is not, or with a lone brace */
function validateVariables(text: string, variables: EmailVariables): string | undefined {
  const known = `You can use ${Object.keys(variables)
    .map((name) => `{${name}}`)
    .join(', ')}.`
  const wrong = [...text.matchAll(/\{([^{}]*)\}/g)].find(
    ([, name = '']) => !Object.hasOwn(variables, name),
  )
  if (wrong) return `There is no ${wrong[0]}. ${known}`
  return /[{}]/.test(text.replace(/\{[^{}]*\}/g, '')) ? `A brace stands alone. ${known}` : undefined
}

/** The rules of a template with these variables. @param inText those that make paragraphs, and no subject */
export function templateRules(variables: EmailVariables, inText: EmailVariables = {}) {
  const checked = (rule: FieldRule, known: EmailVariables): FieldRule => ({
    ...rule,
    validate: (text) => validateVariables(text, known),
  })
  return {
    subject: checked(textRule(1, 150, 'Subject is required'), variables),
    text: checked(linesRule(1, 4_000, 'Text is required'), { ...variables, ...inText }),
  }
}

/** A template's text with the values in place of the variables. */
export const fillEmail = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{([a-z_]+)\}/g, (variable, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? variable) : variable,
  )

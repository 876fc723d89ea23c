import type { ApiError } from '#client/api/errors.ts'

/** The notifications for a rejected application: 'FIELD NAME: first message' for each field, or one general message. */
export function errorTexts({ fields, detail }: ApiError): string[] {
  const texts = Object.entries(fields).map(
    ([field, [message]]) => `${field.toUpperCase().replace('_', ' ')}: ${message}`,
  )
  return texts.length > 0 ? texts : [detail]
}

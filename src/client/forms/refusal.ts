/** What is told of an answer that refuses a form: by field, or else in one sentence. */
export type Refusal = { fields: Record<string, string>; detail: string | null }

/**
 * Reads the body of a refusal: lists of messages by field, else the server's own words, else ours.
 * @param what the form is: 'application'
 */
export function refusalFrom(body: unknown, what: string): Refusal {
  const generic = `Your ${what} could not be sent. Please try again.`
  if (typeof body !== 'object' || body === null) return { fields: {}, detail: generic }
  const entries = Object.entries(body)
  const lists = entries.flatMap(([field, messages]) =>
    Array.isArray(messages) && messages.length > 0 ? [[field, String(messages[0])] as const] : [],
  )
  if (lists.length > 0) return { fields: Object.fromEntries(lists), detail: null }
  const { detail, message } = body as { detail?: unknown; message?: unknown }
  const said = [detail, message].find((text) => typeof text === 'string' && text !== '')
  if (said) return { fields: {}, detail: said as string }
  return { fields: {}, detail: entries.length > 0 ? generic : 'No data is there.' }
}

/** The notifications of a refusal: one for each field, 'FIELD NAME: first message', or the one sentence. */
export const refusalTexts = ({ fields, detail }: Refusal): string[] =>
  detail === null
    ? Object.entries(fields).map(
        ([field, message]) => `${field.toUpperCase().replace('_', ' ')}: ${message}`,
      )
    : [detail]

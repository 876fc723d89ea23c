import { capitalize } from '#shared/format.ts'
import { rowKinds, rowPages } from '#shared/row-kinds.ts'
import type { AuditLine, NamedLine } from '../contract.ts'

/** Where what a line is about is seen, by its kind. */
const pages: Readonly<Record<string, string>> = {
  ...rowPages,
  'resume of application': rowKinds.application.page,
  'resume of talent': rowKinds.talent.page,
  email: '/dashboard/outbox',
  settings: '/dashboard/settings/:id',
  user: '/dashboard/users',
  'newsletter issue': '/dashboard/newsletter/issues',
}

/** The page of what a line is about; undefined where there is none any more, or never was one. */
export const auditLinkOf = ({ action, target, target_id }: AuditLine) =>
  action === 'deleted' || target_id === null ? undefined : pages[target]?.replace(':id', target_id)

const verbs: Partial<Record<AuditLine['action'], string>> = { batch: 'changed many' }

export const actionText = (action: AuditLine['action']) => capitalize(verbs[action] ?? action)

/** A line in a sentence, for its menu and for screen readers. */
export const auditName = ({ id, action, target }: AuditLine) =>
  `${actionText(action)}, ${target}, line ${id}`

/**
 * What a line is about: by its name, or by its id. A failed sign-in names the keyed hash of the email, of which the
 * beginning tells it from others.
 */
export const targetText = ({ target, target_id, name }: NamedLine) =>
  target_id === null || name !== null
    ? [target, name].filter(Boolean).join(': ')
    : `${target} ${target_id.length > 20 ? `${target_id.slice(0, 10)}…` : target_id}`

type Detail = { name: string; value: string }

/** The details of a line as names and values that people read; what is nested is told in one row. */
export function readDetails(details: AuditLine['details'], prefix = ''): Detail[] {
  return Object.entries(details).flatMap(([key, value]) => {
    const name = `${prefix}${key.replaceAll('_', ' ')}`
    if (value === null || value === undefined) return []
    if (Array.isArray(value)) {
      if (value.length === 0) return []
      const all = value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)))
      return [{ name, value: all.join(', ').replaceAll('_', ' ') }]
    }
    if (typeof value === 'object') {
      return readDetails(value as AuditLine['details'], `${name}: `)
    }
    if (typeof value === 'boolean') return [{ name, value: value ? 'yes' : 'no' }]
    return [{ name, value: String(value) }]
  })
}

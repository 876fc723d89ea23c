import { isOfOurTime } from '#shared/validation.ts'
import type { ListUrl } from './list-url.ts'

type Option = { value: string; label: string }

/** A filter of a list by one parameter of the URL. Defines its field, its parameter and its input of the procedure. */
export type Filter<Value = unknown> = {
  label: string
  /** `link` has no field: links elsewhere on the page set it. */
  control: 'search' | 'choice' | 'choices' | 'day' | 'link'
  /** The choice without a filter, such as 'Any status'. */
  anyLabel?: string
  /** The choices, or undefined while they are loading. The field calls it as a hook. */
  useOptions?: () => readonly Option[] | undefined
  /** Parses the parameter. @returns the value for the procedure, or undefined when the text is invalid */
  read: (text: string) => Value | undefined
  /** The name in the procedure's input, when it differs from the parameter's name. */
  inputName?: string
}

export type Filters = Readonly<Record<string, Filter>>

/** The values of a list's filters by the names of the procedure's input, without unset ones. */
type FilterValues<Spec extends Filters> = {
  [Name in keyof Spec as Spec[Name] extends { inputName: infer InputName extends string }
    ? InputName
    : Name]?: NonNullable<ReturnType<Spec[Name]['read']>>
}

/** The filters of a list by the parameters of the URL, and its orders. */
export type ListSpec<Spec extends Filters = Filters> = {
  filters: Spec
  orders?: readonly string[]
  /** The order without an `ordering` parameter. */
  defaultOrdering?: string
  /** The rows of a page, unless the URL says another of the page sizes. */
  pageSize?: number
  /** Input of every call. A filter of the same name overrides it. */
  always?: Record<string, unknown>
}

const searchLengthMax = 200

/** The filter of the search box. It must be named `search` in the list of filters. */
export const textFilter = <InputName extends string = 'search'>(
  label: string,
  inputName = 'search' as InputName,
): Filter<string> & { inputName: InputName } => ({
  label,
  control: 'search',
  read: readText(searchLengthMax),
  inputName,
})

/** A filter by one of some fixed values. @param labels by value */
export function choiceFilter<Value extends string>(
  label: string,
  anyLabel: string,
  labels: Record<Value, string>,
): Filter<Value> {
  const options = Object.entries<string>(labels).map(([value, name]) => ({ value, label: name }))
  return {
    label,
    control: 'choice',
    anyLabel,
    useOptions: () => options,
    read: (text) => (Object.hasOwn(labels, text) ? (text as Value) : undefined),
  }
}

/** A filter by yes or no. @param labels of one or both, by value */
export const flagFilter = (
  label: string,
  anyLabel: string,
  labels: Partial<Record<'true' | 'false', string>>,
): Filter<boolean> => {
  const { read, ...choice } = choiceFilter(label, anyLabel, labels as Record<string, string>)
  return { ...choice, read: (text) => (read(text) ? text === 'true' : undefined) }
}

/** Choices that are called as they are. */
export const asOptions = (names: readonly string[] | undefined) =>
  names?.map((name) => ({ value: name, label: name }))

/** A filter by one of the choices from the API. @param read such as `readId` or `readText` */
export const loadedFilter = <Value>(
  label: string,
  anyLabel: string,
  read: Filter<Value>['read'],
  useOptions: NonNullable<Filter['useOptions']>,
): Filter<Value> => ({ label, control: 'choice', anyLabel, useOptions, read })

/** A filter that links on the page set, such as those of a status with its number. */
export const linkFilter = <Value>(label: string, read: Filter<Value>['read']): Filter<Value> => ({
  label,
  control: 'link',
  read,
})

/** A filter by several of some fixed values, with commas between them in the URL. @param labels by value */
export const choicesFilter = <Value extends string>(
  label: string,
  anyLabel: string,
  labels: Record<Value, string>,
): Filter<Value[]> => {
  const single = choiceFilter(label, anyLabel, labels)
  return loadedChoices(label, anyLabel, single.read, single.useOptions ?? (() => []))
}

/** A filter by several of the choices from the API. @param readOne such as `readId` or `readText` */
export const loadedChoices = <Value>(
  label: string,
  anyLabel: string,
  readOne: Filter<Value>['read'],
  useOptions: NonNullable<Filter['useOptions']>,
): Filter<Value[]> => ({
  label,
  control: 'choices',
  anyLabel,
  useOptions,
  read(text) {
    const values = valuesIn(text).flatMap((one) => readOne(one) ?? [])
    return values.length > 0 ? values : undefined
  },
})

/** The single values of a parameter. In older links and saved views a comma before a space is part of a name. */
export const valuesIn = (text: string) =>
  text
    .split(/,(?! )/)
    .filter(Boolean)
    .map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'))

/** The parameter of several values, with commas between them. Those within a value are escaped. */
export const joinValues = (values: readonly string[]) =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

/** Whether a text is a whole date (YYYY-MM-DD) of our time. */
export function isDay(text: string) {
  const date = new Date(text)
  if (Number.isNaN(date.getTime()) || !isOfOurTime(text)) return false
  // 31 February would be read as 3 March.
  return date.toISOString().slice(0, 10) === text
}

/** A filter by date. */
export const dayFilter = (label: string): Filter<string> => ({
  label,
  control: 'day',
  read: (text) => (isDay(text) ? text : undefined),
})

export const readId = (text: string) =>
  Number.isInteger(Number(text)) && Number(text) > 0 ? Number(text) : undefined

export const readText = (lengthMax: number) => (text: string) =>
  text.slice(0, lengthMax) || undefined

/** Reads the filters and the order from the URL, as input of the procedure. Leaves out invalid values. */
export function readListQuery<Spec extends Filters>(listUrl: ListUrl, spec: ListSpec<Spec>) {
  const read = Object.entries(spec.filters).map(([name, filter]) => {
    return [filter.inputName ?? name, filter.read(listUrl.get(name))] as const
  })
  const values = Object.fromEntries(read.filter(([, value]) => value !== undefined))
  return {
    filters: values as FilterValues<Spec>,
    ordering: listUrl.oneOf('ordering', spec.orders ?? []),
  }
}

/** The filters with a field behind the button: all but the search and those that links set. */
export const foldedFilters = (filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([, { control }]) => control !== 'link' && control !== 'search'),
  )

/** The names of the filters that are set. */
export const setFilters = (listUrl: ListUrl, filters: Filters) =>
  Object.keys(filters).filter((name) => listUrl.get(name) !== '')

import type { ListAddress } from './list-address.ts'

type Option = { value: string; label: string }

/** How a list is narrowed by one parameter of its address. One of these drives field, address and call alike. */
export type Filter<Value = unknown> = {
  label: string
  control: 'search' | 'choice' | 'day'
  /** The choice that narrows nothing, such as 'Any status'. */
  anyLabel?: string
  /** The choices, or undefined while they are still to come. Called as a hook, by the field. */
  useOptions?: () => readonly Option[] | undefined
  /** What the call takes for a text of the address; undefined where that makes no sense. */
  read: (text: string) => Value | undefined
  /** What the call calls it, where that is not the parameter's name. */
  inputName?: string
}

export type Filters = Readonly<Record<string, Filter>>

/** The values of a list's filters by the names of the call; what is not set is not there. */
type FilterValues<Spec extends Filters> = {
  [Name in keyof Spec as Spec[Name] extends { inputName: infer InputName extends string }
    ? InputName
    : Name]?: NonNullable<ReturnType<Spec[Name]['read']>>
}

/** What a list can be asked for: its filters by the parameters of the address, and its orders. */
export type ListSpec<Spec extends Filters = Filters> = {
  filters: Spec
  orders?: readonly string[]
  /** The order of a list whose address names none. */
  defaultOrdering?: string
  /** What goes along with every call, unless a filter says otherwise. */
  always?: Record<string, unknown>
}

const searchLengthMax = 200

/** The text that is searched for. Name it `search` in the specification. */
export const textFilter = <InputName extends string = 'search'>(
  label: string,
  inputName = 'search' as InputName,
): Filter<string> & { inputName: InputName } => ({
  label,
  control: 'search',
  read: readText(searchLengthMax),
  inputName,
})

/** One of these values, given with what each is called. */
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

/** One of the choices that the server names. @param read such as `readId` or `readText` */
export const loadedFilter = <Value>(
  label: string,
  anyLabel: string,
  read: Filter<Value>['read'],
  useOptions: NonNullable<Filter['useOptions']>,
): Filter<Value> => ({ label, control: 'choice', anyLabel, useOptions, read })

/** A day (YYYY-MM-DD). */
export const dayFilter = (label: string): Filter<string> => ({
  label,
  control: 'day',
  read: (text) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined,
})

export const readId = (text: string) =>
  Number.isInteger(Number(text)) && Number(text) > 0 ? Number(text) : undefined

export const readText = (lengthMax: number) => (text: string) =>
  text.slice(0, lengthMax) || undefined

/** What the address asks of a list, as the call takes it; what makes no sense is left out. */
export function readListQuery<Spec extends Filters>(address: ListAddress, spec: ListSpec<Spec>) {
  const read = Object.entries(spec.filters).map(([name, filter]) => {
    return [filter.inputName ?? name, filter.read(address.get(name))] as const
  })
  const values = Object.fromEntries(read.filter(([, value]) => value !== undefined))
  return {
    filters: values as FilterValues<Spec>,
    ordering: address.oneOf('ordering', spec.orders ?? []),
  }
}

/** The parameters that something is set for. */
export const setFilters = (address: ListAddress, filters: Filters) =>
  Object.keys(filters).filter((name) => address.get(name) !== '')

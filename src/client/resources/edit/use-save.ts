import { isSameJson } from '#shared/is-same-json.ts'
import {
  type ProcedureInput,
  type ProcedureName,
  type ProcedureOutput,
  useWrite,
} from '../../api/queries.ts'

type Seen = { id: never; expected_updated_at: string | undefined }

/** The resources that are written by a `create` and an `update` of which every field may be left out. */
type Resource = {
  [Name in ProcedureName]: Name extends `${infer Feature}.update`
    ? `${Feature}.create` extends ProcedureName
      ? Seen extends ProcedureInput<Name>
        ? Feature
        : never
      : never
    : never
}[ProcedureName]

type Created<Name extends Resource> = ProcedureInput<`${Name}.create`>

/** What a form sends. What it lacks is reported by the server. */
type FormInput<Name extends Resource> = {
  [Field in keyof Created<Name>]?: Created<Name>[Field] | ''
}

/**
 * How `EditDialog` and `EditPage` save a row: a new one is created, of another one the changed fields are sent, with
 * the version that was edited. The others may be stored in another way than a form shows them: a time has seconds, and
 * a cohort without a spot is open, though it reads `full`.
 * @param inputOf gives the call's fields for the values of the form
 * @param besideOf gives what an update is sent beside the changed fields
 */
export function useSave<Name extends Resource, Values>(
  resource: Name,
  inputOf: (values: Values) => FormInput<Name>,
  besideOf: (values: Values) => Partial<ProcedureInput<`${Name}.update`>> = () => ({}),
) {
  type Row = ProcedureOutput<`${Name}.update`> & { id: number | string; updated_at?: string }
  const create = useWrite(`${resource}.create` as const)
  const update = useWrite(`${resource}.update` as const)
  return (values: Values, seen: Row | undefined, initial: Values) => {
    const fields = inputOf(values)
    if (!seen) return create.mutateAsync(fields as Created<Name>) as Promise<Row>
    const before = inputOf(initial) as Record<string, unknown>
    const changes = Object.entries(fields).filter(
      ([field, value]) => !isSameJson(value, before[field]),
    )
    return update.mutateAsync({
      ...Object.fromEntries(changes),
      ...besideOf(values),
      id: seen.id,
      expected_updated_at: seen.updated_at,
    } as ProcedureInput<`${Name}.update`>) as Promise<Row>
  }
}

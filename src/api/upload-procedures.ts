import type { RequestContext } from '#platform/http/context.ts'
import { limitName, refuseLimited } from '#platform/http/limits.ts'
import { allowViewer } from '#platform/http/procedures.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import { allProcedures } from './all-procedures.ts'

/** A procedure that accepts files, with the maximum bytes of each by field. */
export type UploadProcedure = Pick<ProcedureMeta, 'access' | 'limit'> & {
  name: string
  files: Readonly<Record<string, number>>
}

/** The procedures that accept files, by method and path without the trailing slash. */
export const uploadProcedures: ReadonlyMap<string, UploadProcedure> = new Map(
  [...allProcedures].flatMap(([path, { route, files, access, limit }]) => {
    if (!files) return []
    const endpoint = `${route.method} ${route.path?.replace(/\/$/, '')}`
    const name = limitName(path.split('.'))
    return [[endpoint, { name, files, access, ...(limit && { limit }) }] as const]
  }),
)

/**
 * Refuses a client who may not send the files of a procedure before they are received.
 * @throws 401, 403 or 429
 */
export async function admitUpload(upload: UploadProcedure, context: RequestContext) {
  allowViewer(upload, context)
  if (upload.limit) await refuseLimited(context, upload.name, upload.limit)
}

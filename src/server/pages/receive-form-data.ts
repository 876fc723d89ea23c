import { ORPCError } from '@orpc/server'
import { admitUpload, uploadProcedures } from '#api/upload-procedures.ts'
import { decodeBody, readBody, readSmallBody, refuseManyFields } from '#platform/http/body.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { badRequest, unsupportedMediaType } from '#platform/http/errors.ts'

/**
 * Reads a form that was posted to a page without JavaScript. Browsers send it URL-encoded, mail programs also as
 * multipart form data (RFC 8058).
 * @param uploadEndpoint the call that the form's files are for, as in `POST /website/talents`: its limits apply before
 * the files are received, and a file over its size is cut one byte past it, so that the validation still refuses it
 * @param msMax how long a form without files may take
 * @returns the form, and `dispose`, which removes its files; call it when the request has ended
 * @throws 400, 408, 413, 415 or 429
 */
export async function receiveFormData(
  request: Request,
  context: RequestContext,
  uploadEndpoint?: string,
  msMax?: number,
): Promise<{ form: FormData; dispose(): Promise<void> }> {
  if (uploadEndpoint !== undefined) {
    const upload = uploadProcedures.get(uploadEndpoint)
    if (!upload) throw new Error(`No call takes files at ${uploadEndpoint}`)
    await admitUpload(upload, context).catch((error: unknown) => {
      // Without the database, the form is read all the same: its page shows what was typed.
      if (error instanceof ORPCError) throw error
      context.log.error({ err: error }, 'limits not read')
    })
    const read = await readBody(request, upload.files, context, { largeFiles: 'cut' })
    return { form: await read.request.formData(), dispose: read.dispose }
  }
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw unsupportedMediaType('Please send this form from its page.')
  }
  const body = await readSmallBody(request, context, msMax)
  refuseManyFields(body, type)
  decodeBody(body, type)
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw badRequest('This form could not be read. Please send it again.')
    })
  return { form, dispose: async () => {} }
}

import { rejectFields, tooManyRequests } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { spooledFile } from '#platform/http/uploads.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { parseImageUrl } from '#shared/image-url.ts'
import { imagesContract } from '../contract.ts'
import { isEncoderBusy } from './encoder.ts'
import { storeImage } from './store-image.ts'

const procedures = implementContract(imagesContract)

const busyS = 30

export const imagesHandlers = procedures.router({
  upload: procedures.upload.handler(async ({ input: { image }, context }) => {
    if (isEncoderBusy()) throw tooManyRequests(context.responseHeaders, busyS)
    const stored = await storeImage(context, { ...spooledFile(image), name: image.name })
    if ('problem' in stored) throw rejectFields({ image: [stored.problem] })
    const { address } = stored
    const parsed = parseImageUrl(address)
    if (!parsed) throw new Error(`${address} is no image URL`)
    const { name, width, height, colour } = parsed
    const line = { action: 'uploaded', target: 'image', id: name } as const
    await writeAudit(context.database, context, line)
    return { address, width, height, colour }
  }),
})

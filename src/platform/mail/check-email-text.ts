import { emailKilobytesMax } from '#shared/email-templates.ts'
import { type CheckedHtml, checkEmailHtml } from '../text/html.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-parts.ts'
import { partsOfHtml } from './html-parts.ts'

/** What to tell of an email of so many bytes, if that is too large. */
export function sizeProblem(bytes: number) {
  const kilobytes = Math.ceil(bytes / 1024)
  if (kilobytes <= emailKilobytesMax) return undefined
  return `The email would have ${kilobytes} kB, of at most ${emailKilobytesMax}. Please shorten the text`
}

/**
 * Sanitizes the text of an email as `checkEmailHtml` does, and refuses what would be too large by itself. A short text
 * may make an email of megabytes, by lists in lists say: others wait for what is done with it afterwards.
 */
export function checkEmailText(text: string): CheckedHtml {
  const checked = checkEmailHtml(text)
  if ('problem' in checked) return checked
  const parts = partsOfHtml(checked.html, '')
  const htmlBytes = Buffer.byteLength(emailHtml('', parts))
  // Sending it takes as many bytes as this, and some more.
  const problem =
    sizeProblem(htmlBytes) ?? sizeProblem(htmlBytes + Buffer.byteLength(emailText(parts)))
  return problem === undefined ? checked : { problem }
}

/** The text of one part of a received email, such as `text/html`; undefined if it has none. */
export function mimePart(message: string, type: string): string | undefined {
  const [head = '', ...rest] = message.split(/\r?\n\r?\n/)
  const body = rest.join('\r\n\r\n')
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ')
  const boundary = /^content-type: *multipart\/.*boundary="?([^";]+)/im.exec(unfolded)?.[1]
  if (boundary) {
    const parts = body.split(`--${boundary}`).slice(1, -1)
    return parts.map((part) => mimePart(part.trimStart(), type)).find((text) => text !== undefined)
  }
  if (!new RegExp(`^content-type: *${type}\\b`, 'im').test(unfolded)) return undefined
  if (/^content-transfer-encoding: *base64/im.test(unfolded)) {
    return Buffer.from(body, 'base64').toString()
  }
  if (!/^content-transfer-encoding: *quoted-printable/im.test(unfolded)) return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

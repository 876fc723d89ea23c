/**
 * The file in the response of a download. Every response with an attachment disposition becomes a File.
 * @throws Error when the response has no file
 */
export function fileFromResponse(response: { body: unknown }): File {
  if (response.body instanceof File) return response.body
  throw new Error('The server answered without a file. Please try again.')
}

/** Downloads a file under its own name. */
export function saveFile(file: File) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

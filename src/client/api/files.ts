/** The file in the response of a download; its name is empty where it can't be read. */
export const fileFromResponse = ({ body }: { body: unknown }) => body as File

/** Downloads a file under its own name, or under the one given where it has none. @returns the name */
export function saveFile(file: File, nameOfNameless = 'download') {
  const name = file.name || nameOfNameless
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return name
}

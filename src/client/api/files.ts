/** The file of a call that answers one. oRPC makes a File of every answer that names itself as an attachment. */
export function fileFromResponse(answer: { body: unknown }): File {
  if (answer.body instanceof File) return answer.body
  throw new Error('The server answered without a file. Please try again.')
}

/** Saves a file as the browser does with downloads, under its own name. */
export function saveFile(file: File) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the file after the click, at its leisure.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

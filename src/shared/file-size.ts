/** A file's size as people read it: '820 kB', '1.4 MB'. */
export function sizeText(bytes: number) {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

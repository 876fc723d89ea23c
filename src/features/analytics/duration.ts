/** Formats seconds: 45 s, 2 min, 1 min 24 s. */
export function formatDuration(seconds: number) {
  const parts = [
    seconds >= 60 && `${Math.floor(seconds / 60)} min`,
    (seconds < 60 || seconds % 60 > 0) && `${seconds % 60} s`,
  ]
  return parts.filter(Boolean).join(' ')
}

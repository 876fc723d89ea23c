/** How wide a text is, in whatever unit the widths of lines are given. */
export type Measure = (text: string) => number

const ellipsis = '...'
const hyphen = '-'

/** A text in the pieces between which a line may end, each with the space before it, if there is one. */
const piecesOf = (text: string) => text.split(/(?<=[-–—/](?=\p{L}))|(?= )/u)

/**
 * Breaks a text into as few lines as it needs, and then as even ones as they can be. A word that is wider than a line
 * is broken where the line ends.
 */
export function breakLines(text: string, width: number, measure: Measure): string[] {
  const loose = fill(text, width, measure)
  let [narrow, wide] = [width / 2, width]
  while (wide - narrow > width / 200) {
    const middle = (narrow + wide) / 2
    const isEnough =
      fill(text, middle, measure).length <= loose.length && isUnbroken(text, middle, measure)
    if (isEnough) wide = middle
    else narrow = middle
  }
  return fill(text, isUnbroken(text, width, measure) ? wide : width, measure)
}

/** Whether no word needs to be broken for lines of that width. */
export const isUnbroken = (text: string, width: number, measure: Measure) =>
  piecesOf(text).every((piece) => measure(piece.trim()) <= width)

/** Puts into each line what it holds. */
function fill(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(text)) {
    if (line && measure(line + piece) <= width) line += piece
    else {
      if (line) lines.push(line)
      line = piece.trim()
      while (measure(line) > width) {
        const head = headThatFits(line, width, measure)
        lines.push(`${head}${hyphen}`)
        line = line.slice(head.length)
      }
    }
  }
  return line ? [...lines, line] : lines
}

/** As many letters as fit with a hyphen, and one at least. */
function headThatFits(word: string, width: number, measure: Measure): string {
  let head = ''
  for (const letter of word) {
    if (head && measure(head + letter + hyphen) > width) break
    head += letter
  }
  return head
}

/** The first lines, the last of them with an ellipsis where more would follow. */
export function cutLines<Line extends { text: string }>(
  lines: readonly Line[],
  count: number,
  width: number,
  measure: Measure,
): Line[] {
  const last = lines[count - 1]
  if (!last || lines.length <= count) return [...lines]
  return [...lines.slice(0, count - 1), { ...last, text: withEllipsis(last.text, width, measure) }]
}

/** The text, cut where it is wider than that. */
export const cutText = (text: string, width: number, measure: Measure) =>
  measure(text) <= width ? text : withEllipsis(text, width, measure)

/** As much of a text as has room before an ellipsis: whole words, unless the first is too long by itself. */
function withEllipsis(text: string, width: number, measure: Measure) {
  const fits = (part: string) => measure(part + ellipsis) <= width
  const words = text.split(' ')
  while (words.length > 1 && !fits(words.join(' '))) words.pop()
  let kept = words.join(' ')
  while (kept.length > 1 && !fits(kept)) kept = kept.slice(0, -1)
  return kept.replace(/[\s,;:.–—-]+$/, '') + ellipsis
}

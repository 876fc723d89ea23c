/** Measures the width of a text, in the unit of the lines' width. */
export type Measure = (text: string) => number

const ellipsis = '...'
const hyphen = '-'

/** Splits a text where a line may break; each segment includes the space before it. */
const segmentsOf = (text: string) => text.split(/(?<=[-–—/](?=\p{L}))|(?= )/u)

/**
 * Breaks a text into the fewest lines possible, and balances their widths. A word that is wider than a line is
 * hyphenated.
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

/** Whether every word fits into lines of that width. */
export const isUnbroken = (text: string, width: number, measure: Measure) =>
  segmentsOf(text).every((segment) => measure(segment.trim()) <= width)

/** Fills each line in turn. */
function fill(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const segment of segmentsOf(text)) {
    if (line && measure(line + segment) <= width) line += segment
    else {
      if (line) lines.push(line)
      line = segment.trim()
      while (measure(line) > width) {
        const head = headThatFits(line, width, measure)
        lines.push(`${head}${hyphen}`)
        line = line.slice(head.length)
      }
    }
  }
  return line ? [...lines, line] : lines
}

/** As many letters as fit with a hyphen, but at least one. */
function headThatFits(word: string, width: number, measure: Measure): string {
  let head = ''
  for (const letter of word) {
    if (head && measure(head + letter + hyphen) > width) break
    head += letter
  }
  return head
}

/** The first `count` lines; the last one ends in an ellipsis if more follow. */
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

/** Cuts a text that is too wide and adds an ellipsis. */
export const cutText = (text: string, width: number, measure: Measure) =>
  measure(text) <= width ? text : withEllipsis(text, width, measure)

/** As much of a text as fits with an ellipsis: whole words, unless the first one is too wide. */
function withEllipsis(text: string, width: number, measure: Measure) {
  const fits = (part: string) => measure(part + ellipsis) <= width
  const words = text.split(' ')
  while (words.length > 1 && !fits(words.join(' '))) words.pop()
  let cut = words.join(' ')
  while (cut.length > 1 && !fits(cut)) cut = cut.slice(0, -1)
  return cut.replace(/[\s,;:.–—-]+$/, '') + ellipsis
}

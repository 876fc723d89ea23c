import { company } from '#shared/company.ts'
import { darkPalette, palette } from '#shared/palette.ts'
import { escapeHtml } from '../text/escape-html.ts'
import type { EmailPart, Run } from './email-parts.ts'

// Mail programs know tables and styles of single elements; the classes are for the dark scheme and for phones. Outlook
// on Windows knows no padding but that of cells, no margin of tables, and no greatest width.

/** Mail programs make links of text that looks like one; an invisible character in it keeps them from that. */
const withoutLinks = (text: string) => text.replace(/(?<=\S)([.．。@]|:(?=\/))(?=\S)/g, '$1\u2060')

const lines = (html: string) => html.replace(/\r?\n/g, '<br>')

// Outlook takes Times for all of a text whose first typeface it lacks.
const font = `font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const text = `${font};font-size:16px;line-height:1.6;color:${palette.ink};word-break:break-word;overflow-wrap:anywhere`

const paragraph = (html: string) =>
  `<p class="text" style="margin:0 0 18px;${text}">${lines(html)}</p>`

/** In the direction of its own letters, at its place. */
const typedText = (typed: string) =>
  `<span dir="auto">${lines(escapeHtml(withoutLinks(typed)))}</span>`

const link = (url: string, label: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${palette.primary};text-decoration:underline">${escapeHtml(label)}</a>`

const table = (more: string, html: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${more}>${html}</table>`

/** A block with room below it. */
const block = (html: string, belowPx = 18) =>
  table('width="100%"', `<tr><td style="padding:0 0 ${belowPx}px">${html}</td></tr>`)

function runsHtml(runs: readonly Run[]) {
  return runs
    .map(({ text: typed, isBold, isItalic, url }) => {
      const words = url ? link(url, typed) : escapeHtml(typed)
      const leaning = isItalic ? `<em>${words}</em>` : words
      return isBold ? `<strong>${leaning}</strong>` : leaning
    })
    .join('')
}

const headingPx: Record<number, number> = { 2: 22, 3: 19 }

const heading = (runs: readonly Run[], level: number) =>
  `<h${level} class="text" style="margin:26px 0 10px;${text};font-size:${headingPx[level] ?? 16}px;line-height:1.3;font-weight:700">${lines(runsHtml(runs))}</h${level}>`

const within = (parts: readonly EmailPart[]) => parts.map(partHtml).join('')

const quote = (html: string) =>
  `<blockquote class="quote" style="margin:0 0 18px;padding:0 0 0 16px;border-left:3px solid ${palette.line}">${html}</blockquote>`

function list({ items, start }: Extract<EmailPart, { items: unknown }>) {
  const [tag, from] =
    start === undefined ? ['ul', ''] : ['ol', start === 1 ? '' : ` start="${start}"`]
  const rows = items.map(
    (parts) => `<li class="text" style="margin:0 0 6px;${text}">${itemHtml(parts)}</li>`,
  )
  return `<${tag}${from} style="margin:0 0 18px 26px;padding:0">${rows.join('')}</${tag}>`
}

/** The first words stand in the item itself: mail programs set a paragraph there apart from its mark. */
function itemHtml(parts: readonly EmailPart[]) {
  const [first, ...others] = parts
  if (typeof first === 'string') return lines(escapeHtml(first)) + within(others)
  if (first && 'runs' in first) return lines(runsHtml(first.runs)) + within(others)
  return within(parts)
}

const button = (url: string, label: string) =>
  block(
    table(
      '',
      `<tr><td class="button" bgcolor="${palette.primary}" style="border-radius:12px;background:${palette.primary};mso-padding-alt:13px 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;${font};font-size:16px;line-height:1.4;font-weight:700;color:${palette['on-primary']};text-decoration:none">${escapeHtml(label)}</a></td></tr>`,
    ),
    22,
  )

function partHtml(part: EmailPart): string {
  if (typeof part === 'string') return paragraph(escapeHtml(part))
  if ('runs' in part) return paragraph(runsHtml(part.runs))
  if ('heading' in part) return heading(part.heading, part.level)
  if ('items' in part) return list(part)
  if ('quoted' in part) return quote(within(part.quoted))
  if ('isRule' in part) {
    return `<hr class="quote" style="margin:8px 0 26px;border:0;border-top:1px solid ${palette.line}">`
  }
  if ('facts' in part) {
    const rows = part.facts.map(
      (fact) =>
        `<tr><td class="muted" valign="top" style="${font};font-size:14px;line-height:1.6;color:${palette.muted};padding:4px 14px 4px 0;white-space:nowrap">${escapeHtml(fact.label)}</td><td class="text" valign="top" style="${text};padding:2px 0;font-weight:600">${'url' in fact ? link(fact.url, fact.url) : typedText(fact.value)}</td></tr>`,
    )
    return block(
      table(
        `width="100%" class="facts" bgcolor="${palette.sand}" style="background:${palette.sand};border-radius:12px"`,
        `<tr><td style="padding:12px 18px">${table('', rows.join(''))}</td></tr>`,
      ),
    )
  }
  if ('quote' in part) {
    const typed = lines(escapeHtml(withoutLinks(part.quote)))
    const inner = `<p class="muted" dir="auto" style="margin:0;${text};color:${palette.muted}">${typed}</p>`
    return paragraph(escapeHtml(part.text)) + quote(inner)
  }
  const { text: before, label, url, isMain } = part
  return isMain
    ? paragraph(escapeHtml(before)) + button(url, label)
    : paragraph(`${escapeHtml(before)}<br>${link(url, label)}`)
}

/** The logo's mark in cells, because many programs show no SVG. */
const mark = [
  '#######  ',
  '#     # #',
  '#     # #',
  '#     # #',
  '# ##### #',
  '# #     #',
  '# #     #',
  '# #     #',
  '  #######',
]
const cellPx = 4

function logo() {
  const rows = mark.map((row) => {
    const cells = row.match(/#+| +/g)?.map((run) => {
      const fill = run.startsWith('#') ? ` class="mark" bgcolor="${palette.accent}"` : ''
      return `<td colspan="${run.length}" height="${cellPx}"${fill} style="font-size:1px;line-height:${cellPx}px;mso-line-height-rule:exactly"></td>`
    })
    return `<tr>${cells?.join('')}</tr>`
  })
  const columns = `<col width="${cellPx}">`.repeat(9)
  const size = 9 * cellPx
  return table(
    '',
    `<tr><td style="padding-right:10px">${table(`width="${size}" style="width:${size}px;table-layout:fixed" aria-hidden="true"`, `<colgroup>${columns}</colgroup>${rows.join('')}`)}</td><td class="text" style="${font};font-size:27px;line-height:1;font-weight:800;letter-spacing:-1px;color:${palette.ink}">${escapeHtml(company.name)}</td></tr>`,
  )
}

const dark = (selector: string, property: string, color: string) =>
  `${selector}{${property}:${color} !important}`

const phoneStyle = [
  'body{margin:0;padding:0}',
  '@media(max-width:480px){.card{padding:24px 20px 8px !important}.page{padding:20px 10px !important}}',
].join('')

/** Apart from the other: Gmail leaves out all of an element that has something which it does not know. */
const darkStyle = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media(prefers-color-scheme:dark){',
  dark('body,.page', 'background', darkPalette.surface),
  dark('.card', 'background', darkPalette.raised),
  dark('.card', 'border-color', darkPalette.line),
  dark('.facts', 'background', darkPalette.sand),
  dark('.quote', 'border-color', darkPalette.line),
  dark('.mark', 'background', darkPalette.accent),
  dark('.text', 'color', darkPalette.text),
  dark('.muted', 'color', darkPalette.muted),
  dark('.link', 'color', darkPalette.primary),
  dark('.button', 'background', darkPalette.primary),
  dark('.button a', 'color', darkPalette['on-primary']),
  '}',
].join('')

const widthPx = 560

/** In Outlook on Windows, which knows no greatest width. */
const inOutlook = (html: string) => `<!--[if mso]>${html}<![endif]-->`
const outlookStart = inOutlook(
  `<table role="presentation" width="${widthPx}" cellpadding="0" cellspacing="0" border="0"><tr><td>`,
)
const outlookEnd = inOutlook('</td></tr></table>')

const meta = [
  ['viewport', 'width=device-width'],
  ['color-scheme', 'light dark'],
  ['supported-color-schemes', 'light dark'],
  ['format-detection', 'telephone=no,date=no,address=no,email=no,url=no'],
]

/** An email in the look of the site, as one file that loads nothing. */
export function emailHtml(subject: string, parts: readonly EmailPart[]) {
  const title = escapeHtml(subject.replace(/\s+/g, ' '))
  const head = [
    '<meta charset="utf-8">',
    ...meta.map(([name, content]) => `<meta name="${name}" content="${content}">`),
    `<title>${title}</title><style>${phoneStyle}</style><style>${darkStyle}</style>`,
  ].join('')
  const card = table(
    `width="100%" style="max-width:${widthPx}px"`,
    `<tr><td style="padding:0 4px 18px">${logo()}</td></tr><tr><td class="card" bgcolor="${palette.raised}" style="padding:32px 32px 14px;background:${palette.raised};border:1px solid ${palette.line};border-radius:12px">${parts.map(partHtml).join('\n')}</td></tr>`,
  )
  const page = table(
    `width="100%" bgcolor="${palette.paper}"`,
    `<tr><td class="page" align="center" style="background:${palette.paper};padding:32px 16px">${outlookStart}${card}${outlookEnd}</td></tr>`,
  )
  // Gmail and others keep neither the language of the document nor its body's background.
  const body = `<div role="article" aria-roledescription="email" aria-label="${title}" lang="en">${page}</div>`
  return `<!doctype html><html lang="en"><head>${head}</head><body style="margin:0;padding:0;background:${palette.paper}">${body}</body></html>`
}

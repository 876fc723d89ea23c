import { type MouseEvent, useState } from 'react'
import { videoLinks } from '#shared/videos.ts'
import type { Article } from '../contract.ts'

const bodyId = 'article-body'

/**
 * An article's HTML, sanitized by the server. The page contains it once: on hydration `html` is undefined, and the
 * body is read from the DOM. Its `key` must be the article.
 */
export function ArticleBody({ html }: { html: string | undefined }) {
  const [inPage] = useState(() =>
    html === undefined && typeof document !== 'undefined'
      ? (document.getElementById(bodyId)?.innerHTML ?? '')
      : '',
  )
  const shown = html === undefined ? inPage : withScrollers(html)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links within take the focus and the keys
    <div
      id={bodyId}
      className="prose"
      suppressHydrationWarning
      onClick={playVideo}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets through a strict list of tags alone
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  )
}

/** Shows a video's player above its link, which leads to the video's site until then. */
function playVideo(event: MouseEvent) {
  const link = (event.target as Element).closest<HTMLAnchorElement>('figure[data-video] > a')
  const links = videoLinks(link?.parentElement?.dataset.video ?? '')
  if (!link || !links || link.previousSibling) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const player = document.createElement('iframe')
  player.src = links.player
  player.title = link.textContent
  player.allow = 'autoplay; fullscreen; picture-in-picture'
  link.before(player)
  player.focus()
}

/** Wraps wide tables and code in scroll containers that are reachable by keyboard. */
const withScrollers = (html: string) =>
  html
    .replaceAll('<table', '<section class="scroller" aria-label="Table" tabindex="0"><table')
    .replaceAll('</table>', '</table></section>')
    .replaceAll('<pre>', '<pre tabindex="0">')

export function ArticleTags({ tags }: { tags: Article['tags'] }) {
  const names = tags.length > 0 ? tags.map(({ name }) => name) : ['General']
  return (
    <ul aria-label="Tags" className="mt-12 flex flex-wrap gap-2">
      {names.map((name) => (
        <li
          key={name}
          className="wrap-anywhere rounded-sm bg-sand px-3 py-1 font-semibold text-muted text-sm ring-1 ring-line ring-inset"
        >
          #{name}
        </li>
      ))}
    </ul>
  )
}

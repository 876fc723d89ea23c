const preload = /<link rel="modulepreload"[^>]*>/g
/** Of fonts and pictures, and all of the head that comes after them, such as the style sheet. */
const beforeSheet = /((?:<link [^>]*rel="preload"[^>]*>)+)(.*?)(?=<\/head>)/s

/** What of React Router is not switched on. */
const unused = /(?<="future":\{)(?:"\w+":false,?)*(?=\})/

type Parts = { nonce: string; hydratesOnLoad: boolean; first: string; scripts: string }

/**
 * Puts the scripts of a rendered page into a template, where they wait until `hydrate.ts` takes them out: React
 * Router's own, with the data for hydration, and the preloads of their files. The inline ones become one, whose imports
 * run first as before: each would need its hash in the page's header. The style sheet is asked for before fonts and
 * pictures, as nothing is painted without it: it takes the connection that is open.
 * @param html a complete page with React Router's `Scripts`
 * @param hydratesOnLoad whether the scripts come as the page loads, without anything pressed
 * @param first what the head begins with: a script behind the style sheet would wait for that, and the page with it
 * @param scripts what is at the end of the page
 * @throws when the page has no scripts, or they are written in another way
 */
export function deferScripts(html: string, { nonce, hydratesOnLoad, first, scripts }: Parts) {
  const script = new RegExp(
    `(?<tag><script nonce="${nonce}"(?<type> type="module")?[^>]*>)(?<text>.*?)</script>`,
    'gs',
  )
  const begin = html.indexOf(`<script nonce="${nonce}">window.__reactRouterContext =`)
  const end = html.lastIndexOf('</body>')
  const rendered = html.slice(begin, end)
  const inline = [...rendered.matchAll(script)].map(({ groups = {} }) => groups)
  const [context, main, ...data] = inline
  const preloads = html.match(preload)
  if (begin < 0 || end < begin || !preloads || context?.type || !main?.type)
    throw new Error('The scripts of the page were not found')
  const merged = [context, ...data, main]
    .map((one) => one?.text)
    .join('\n')
    .replace(unused, '')
  return [
    html
      .slice(0, begin)
      .replace(preload, '')
      .replace(beforeSheet, '$2$1')
      .replace('<head>', (head) => head + first),
    `<template data-scripts="${hydratesOnLoad ? 'now' : ''}">`,
    ...preloads,
    // React hydrates both elements.
    `<script></script>${main.tag}${merged}</script>${rendered.replace(script, '')}</template>`,
    scripts,
    html.slice(end),
  ].join('')
}

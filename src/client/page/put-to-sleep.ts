const preload = /<link rel="modulepreload"[^>]*>/g

/**
 * Puts the scripts of a rendered page into a template, where they wait until `wake.ts` takes them out: React Router's
 * own, with the data for hydration, and the preloads of their files.
 * @param html a complete page with React Router's `Scripts`
 * @param isAwake whether the page wakes by itself
 * @param scripts what runs at once, at the end of the page
 * @throws when the page has no scripts, or they are written in another way
 */
export function putToSleep(
  html: string,
  { nonce, isAwake, scripts }: { nonce: string; isAwake: boolean; scripts: string },
) {
  const begin = html.indexOf(`<script nonce="${nonce}">window.__reactRouterContext =`)
  const end = html.lastIndexOf('</body>')
  const preloads = html.match(preload)
  if (begin < 0 || end < begin || !preloads)
    throw new Error('The scripts of the page were not found')
  return [
    html.slice(0, begin).replace(preload, ''),
    `<template data-scripts="${isAwake ? 'now' : ''}">`,
    ...preloads,
    html.slice(begin, end),
    '</template>',
    scripts,
    html.slice(end),
  ].join('')
}

// Reports what `tracker.ts` has reported to Google Analytics as well. A script of its own: few sites have it
// configured.

/** What the tracker reports at once, of one page. */
export type Report = {
  init: RequestInit
  page: string
  events: [name: string, value: string | number | undefined][]
}

const { measurement = '' } = document.documentElement.dataset

// Random ids per page load, so that no visitor can be recognized.
const visit = { cid: `${Math.random()}`.slice(2), sid: `${Date.now()}`.slice(0, -3) }

addEventListener('reported', (event) => {
  const { init, page, events } = (event as CustomEvent<Report>).detail
  const query = new URLSearchParams({
    v: '2',
    tid: measurement,
    ...visit,
    npa: '1',
    dl: location.origin + withoutCode(page),
    dt: document.title,
  })
  fetch(`https://www.google-analytics.com/g/collect?${query}`, {
    ...init,
    body: events.map(toMeasurementLine).join('\n'),
    mode: 'no-cors',
  }).catch(() => {})
})

/** The code of a certificate opens what is printed on it. */
const withoutCode = (page: string) => page.replace(/^\/verify\/.+/, '/verify/code')

/** An event as a line of Google Analytics' format. */
const toMeasurementLine = ([en, value]: Report['events'][number]) =>
  new URLSearchParams({
    en,
    ...(value && { [typeof value === 'number' ? 'epn.value' : 'ep.label']: `${value}` }),
  })

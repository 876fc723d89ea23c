/** How pages cut the banner of an article; `e2e/banner.spec.ts` compares them with the pages. */
export const bannerCuts = [
  { label: 'Card', width: 2, height: 1 },
  { label: 'Article on a phone', width: 360, height: 160 },
  { label: 'Related article', width: 17, height: 4 },
  { label: 'Article on a computer', width: 1280, height: 333 },
  { label: 'Article on a wide screen', width: 1920, height: 352 },
]

import { capitalize } from '#shared/format.ts'

const sources = new Map([
  ['', 'Not known'],
  ['direct', 'Typed, or without a link'],
  ['this site', 'This site, in a new tab'],
  ['other', 'Others'],
])

export const sourceLabel = (source: string) => sources.get(source) ?? source

export const deviceLabel = (device: string) => (device === '' ? 'Not known' : capitalize(device))

import { company } from '#shared/company.ts'

/**
 * What a phone needs to know to put the site on its home screen. It opens in the browser, whose address, back button
 * and sharing a site that links to so much else would miss in a window of its own.
 */
export const webManifest = () =>
  JSON.stringify({
    id: '/',
    name: `${company.name}: Smart Talent. Global Reach.`,
    short_name: company.name,
    description:
      'Connects employers around the world to skilled African talent, and trains that talent in Kigali, Rwanda.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: '#1b1410',
    background_color: '#fcfaf5',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })

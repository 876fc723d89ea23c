import { company } from '#shared/company.ts'

/**
 * The web app manifest, for the home screen of a phone. The site opens in the browser: it links to other sites, so
 * visitors need the address bar, the back button and sharing.
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

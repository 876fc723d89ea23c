import { film, site } from '#shared/company.ts'

/** The way to a page from the home page, as search engines read it (schema.org). */
export const breadcrumbs = (siteUrl: string, steps: readonly { name: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: siteUrl + path,
  })),
})

/** The company, its site and its film, as search engines read them (schema.org). */
export function companyStructuredData(siteUrl: string, picture: string) {
  const company = `${siteUrl}/#company`
  return [
    {
      '@type': 'Organization',
      '@id': company,
      name: site.name,
      url: `${siteUrl}/`,
      logo: `${siteUrl}/icons/icon-512.png`,
      image: picture,
      email: site.email,
      telephone: site.phone,
      address: postalAddress(),
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer service',
        email: site.email,
        telephone: site.phone,
        url: `${siteUrl}/contact`,
        availableLanguage: 'English',
      },
      sameAs: site.social.map(({ url }) => url),
    },
    {
      '@type': 'WebSite',
      '@id': `${siteUrl}/#site`,
      name: site.name,
      url: `${siteUrl}/`,
      inLanguage: 'en',
      publisher: { '@id': company },
    },
    {
      '@type': 'VideoObject',
      name: site.film.title,
      description: film.description,
      thumbnailUrl: siteUrl + site.film.poster,
      uploadDate: film.uploadedAt,
      duration: `PT${Math.round(film.lengthS)}S`,
      contentUrl: siteUrl + (site.film.sources.at(-1)?.src ?? ''),
      publisher: { '@id': company },
    },
  ]
}

/** The site's lines of address are the street, and the town with its country. */
function postalAddress() {
  const [street, town] = site.address
  const [locality, country] = town.split(', ')
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: locality,
    addressCountry: country,
  }
}

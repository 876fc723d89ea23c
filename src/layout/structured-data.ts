import { company, film } from '#shared/company.ts'
import type { Company } from '#shared/settings.ts'

/** The path from the home page to a page, as structured data for search engines (schema.org). */
export const breadcrumbs = (siteUrl: string, steps: readonly { name: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: siteUrl + path,
  })),
})

/** The company, its site and its film, as structured data for search engines (schema.org). */
export function companyStructuredData(
  siteUrl: string,
  picture: string,
  { contact, networks }: Company,
) {
  const companyId = `${siteUrl}/#company`
  return [
    {
      '@type': 'Organization',
      '@id': companyId,
      name: company.name,
      url: `${siteUrl}/`,
      logo: `${siteUrl}/icons/icon-512.png`,
      image: picture,
      email: contact.email,
      telephone: contact.phone,
      address: postalAddress(contact),
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer service',
        email: contact.email,
        telephone: contact.phone,
        url: `${siteUrl}/contact`,
        availableLanguage: 'English',
      },
      ...(networks.length > 0 && { sameAs: networks.map(({ url }) => url) }),
    },
    {
      '@type': 'WebSite',
      '@id': `${siteUrl}/#site`,
      name: company.name,
      url: `${siteUrl}/`,
      inLanguage: 'en',
      publisher: { '@id': companyId },
    },
    {
      '@type': 'VideoObject',
      name: company.film.title,
      description: film.description,
      thumbnailUrl: siteUrl + company.film.poster,
      uploadDate: film.uploadedAt,
      duration: `PT${Math.round(film.lengthS)}S`,
      contentUrl: siteUrl + (company.film.sources.at(-1)?.src ?? ''),
      publisher: { '@id': companyId },
    },
  ]
}

const postalAddress = ({ street, city, country }: Company['contact']) => ({
  '@type': 'PostalAddress',
  streetAddress: street,
  addressLocality: city,
  addressCountry: country,
})

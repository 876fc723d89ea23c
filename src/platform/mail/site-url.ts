/** The site's own address, for the links in emails: as configured, else where this process listens. */
export const siteUrlOf = (config: { siteUrl?: string | undefined; port: number }) =>
  config.siteUrl ?? `http://localhost:${config.port}`

/** The site's URL for links in emails: as configured, else the one that this process listens on. */
export const siteUrlOf = (config: { siteUrl?: string | undefined; port: number }) =>
  config.siteUrl ?? `http://localhost:${config.port}`

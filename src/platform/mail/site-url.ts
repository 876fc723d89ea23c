/** The settings that the site's URL follows from. */
export type SiteConfig = { siteUrl?: string; port: number }

/** The site's URL for links in emails: as configured, else the one that this process listens on. */
export const siteUrlOf = (config: SiteConfig) => config.siteUrl ?? `http://localhost:${config.port}`

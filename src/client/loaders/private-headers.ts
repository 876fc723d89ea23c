/** The headers of a page for one person, or that must be up to date: only going back shows it without asking. */
export const privateHeaders = () => ({ 'cache-control': 'private, no-cache' })

/** For a page that is private or must be up to date. Browsers ask each time, but may show it again on Back. */
export const privateHeaders = () => ({ 'cache-control': 'private, no-cache' })

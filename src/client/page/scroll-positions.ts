/** The item of the session storage in which React Router keeps how far entries were scrolled: pixels by their keys. */
export const scrollPositionsItem = 'scroll-positions'

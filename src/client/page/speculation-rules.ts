/**
 * Has the browser fetch the document that a link leads to when somebody points at the link or touches it. A hydrated
 * page goes on with the router. Left out are other windows, files, and pages that are used rather than read.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { selector_matches: ':root:not([data-hydrated]) a:not([target],[download],[role=tab])' },
          { href_matches: '/*' },
          { not: { href_matches: ['/*.*', '/api/*', '/dashboard*', '/login*', '/verify*'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

const home = '/dashboard'

/** Where to go after signing in: a path of this site as `?to=` names it, else the dashboard. */
export function returnPath(to: string | null): string {
  // What begins with two slashes, or with a backslash in it, browsers read as another site's address.
  return to && /^\/(?!\/)[^\\\s]*$/.test(to) ? to : home
}

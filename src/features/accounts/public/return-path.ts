const home = '/dashboard'

/** The path to open after signing in: the site's own path in `?to=`, or the dashboard. */
export function returnPath(to: string | null): string {
  // Browsers read a path with two leading slashes, or with a backslash, as another site's URL.
  return to && /^\/(?!\/)[^\\\s]*$/.test(to) ? to : home
}

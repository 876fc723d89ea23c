import { notify } from './notify.ts'

/** Says why a pressed link opens nothing yet: the connection is lost, and the page is asked for again and again. */
export const notifyOfLostNavigation = () =>
  notify({
    type: 'error',
    message: 'The page could not be reached. It will open once you are connected again.',
  })

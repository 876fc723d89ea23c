/** Tells the script that counts visits of an event on the page; where that is not loaded, nobody listens. */
export const noteVisit = (name: string, value: string) =>
  dispatchEvent(new CustomEvent('visit', { detail: [name, value] }))

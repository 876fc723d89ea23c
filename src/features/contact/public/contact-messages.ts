/** What a visitor is told at submit, spelt so. */
export const contactSent = 'Your Query was sent successfuly'

/** What takes its place when the server then gives no reason of its own. */
export const contactFailed =
  'Your message could not be sent. Nothing of it is lost: please try again in a moment.'

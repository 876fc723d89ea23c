// Subscribes to the newsletter, with React and without: it is on every page, and needs little. Loaded once somebody
// uses a form of it.
import { startNotifications } from '#ui/feedback/notification-panel.ts'
import { startNewsletter } from './start-newsletter.ts'

let panel: HTMLElement | null = null
let stopNotifications = () => {}

/** React may have put another panel in its place, as on the page of an error. */
function startPanel() {
  const present = document.querySelector<HTMLElement>('[data-notifications]')
  if (present === panel) return
  stopNotifications()
  panel = present
  stopNotifications = panel ? startNotifications(panel) : () => {}
}

function start({ target }: Event) {
  if (!(target instanceof HTMLFormElement && target.matches('[data-runs]'))) return
  startPanel()
  startNewsletter(target)
}

addEventListener('submit', start, true)

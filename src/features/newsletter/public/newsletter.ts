// Subscribes to the newsletter, with React and without: it is on every page, and needs little. Loaded once somebody
// uses a form of it.
import { startNotifications } from '#ui/feedback/notification-panel.ts'
import { startNewsletter } from './start-newsletter.ts'

const panel = document.querySelector<HTMLElement>('[data-notifications]')
if (panel) startNotifications(panel)

function start({ target }: Event) {
  if (target instanceof HTMLFormElement && target.matches('[data-runs]')) startNewsletter(target)
}

addEventListener('submit', start, true)

// Starts the Share button before hydration: the page names this script in `data-runs`.
import { startSharing } from './start-sharing.ts'

const share = document.querySelector<HTMLElement>('[data-share]')
if (share) startSharing(share)

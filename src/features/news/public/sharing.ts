// Starts the Share button of a sleeping page, which names this script in `data-runs`.
import { startSharing } from './start-sharing.ts'

const share = document.querySelector<HTMLElement>('[data-share]')
if (share) startSharing(share)

// Starts the Share button before React does; loaded by the pages that have one.
import { startSharing } from './start-sharing.ts'

const share = document.querySelector<HTMLElement>('[data-share]')
if (share) startSharing(share)

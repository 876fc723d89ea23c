import { findOnPath, installPackages, isExecutable } from './debian.mjs'

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, the machine's own, or Debian's, installed now.
 *
 * @throws one line that says what is missing
 */
export async function getChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH is not a program: ${given}`)
    return given
  }
  const found = findChromium()
  if (found) return found
  await installPackages('Chromium', ['chromium', 'fonts-liberation'])
  const installed = findChromium()
  if (!installed) throw new Error('Chromium is missing, even after installing the chromium package')
  return installed
}

function findChromium() {
  return findOnPath('chromium', 'chromium-browser', 'google-chrome')
}

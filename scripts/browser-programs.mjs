import { getProgram } from './debian.mjs'

/**
 * The programs for the journeys in other engines, as e2e/engines reads them from the environment: Firefox, the driver
 * that starts WebKitGTK, and the screen that WebKitGTK is shown on.
 *
 * @returns {Promise<Record<string, string>>}
 * @throws one line that says what is missing
 */
export async function getBrowserPrograms() {
  return {
    FIREFOX_PATH: await getProgram({
      what: 'Firefox',
      variable: 'FIREFOX_PATH',
      names: ['firefox-esr', 'firefox'],
      packages: ['firefox-esr'],
    }),
    WEBKIT_DRIVER_PATH: await getProgram({
      what: 'WebKit',
      variable: 'WEBKIT_DRIVER_PATH',
      names: ['WebKitWebDriver'],
      packages: ['webkit2gtk-driver'],
    }),
    XVFB_PATH: await getProgram({
      what: 'A screen for WebKit',
      variable: 'XVFB_PATH',
      names: ['Xvfb'],
      packages: ['xvfb'],
    }),
  }
}

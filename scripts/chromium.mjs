import { getProgram } from './debian.mjs'

const chromium = {
  what: 'Chromium',
  variable: 'CHROMIUM_PATH',
  names: ['chromium', 'chromium-browser', 'google-chrome'],
  packages: ['chromium', 'fonts-liberation'],
}

/**
 * The path of a Chromium: CHROMIUM_PATH, one on PATH, or Debian's, which is installed if needed.
 *
 * @throws one line that says what is missing
 */
export const getChromium = () => getProgram(chromium)

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, Debian's build without windows, which does the same in
 * two thirds of the time, or else any Chromium.
 *
 * @throws one line that says what is missing
 */
export async function getTestChromium() {
  try {
    return await getProgram({
      what: 'Chromium without windows',
      variable: 'CHROMIUM_PATH',
      names: ['chromium-headless-shell'],
      packages: ['chromium-headless-shell', 'fonts-liberation'],
    })
  } catch (error) {
    if (process.env.CHROMIUM_PATH) throw error
    return getChromium()
  }
}

/**
 * The path of a Chromium that keeps pages for going back, which the one without windows doesn't:
 * WINDOWED_CHROMIUM_PATH, one on PATH, or Debian's, which is installed if needed.
 *
 * @throws one line that says what is missing
 */
export const getWindowedChromium = () =>
  getProgram({ ...chromium, variable: 'WINDOWED_CHROMIUM_PATH' })

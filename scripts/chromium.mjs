import { getProgram } from './debian.mjs'

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, one on PATH, or Debian's, which is installed if needed.
 *
 * @throws one line that says what is missing
 */
export const getChromium = () =>
  getProgram({
    what: 'Chromium',
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    packages: ['chromium', 'fonts-liberation'],
  })

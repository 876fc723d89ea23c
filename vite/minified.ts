import { minify, type Plugin } from 'vite'

/** Minifies scripts whole, without the comments that the bundler keeps. */
export const minified = (): Plugin => ({
  name: 'minified',
  apply: 'build',
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      file.code = (await minify(file.fileName, file.code, { module: false })).code
    }
  },
})

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|txt|xml|ico|webmanifest|map)$/

/** Writes a brotli and a gzip copy beside each text file of the browser's build, once, at its best. */
export const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir = 'build/client' }) {
      const names = await readdir(dir, { recursive: true })
      for (const name of names.filter((one) => compressible.test(one))) {
        const bytes = await readFile(join(dir, name))
        const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
        await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(bytes, options))
        await writeFile(join(dir, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
      }
    },
  },
})

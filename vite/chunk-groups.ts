import type { Plugin } from 'vite'

type ChunkGroup = {
  name: string
  /** Paths from the project's root, or of packages. What they import comes along, where no other group has it. */
  files: readonly string[]
}

/**
 * Puts what several pages share into few chunks, which compress better together and are asked for at once. Of two
 * groups that want a module, the first gets it. The build fails where a group names a file that doesn't end up in its
 * chunk, such as after a move.
 */
export const chunkGroups = (groups: readonly ChunkGroup[]): Plugin => ({
  name: 'chunk-groups',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  config: () => ({
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: groups.map(({ name, files }, place) => ({
                  name,
                  priority: groups.length - place,
                  test: (id: string) => files.some((file) => isIn(id, file)),
                })),
              },
            },
          },
        },
      },
    },
  }),
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    for (const { name, files } of groups) {
      // A page's own chunk may have the same name.
      const modules = chunks.flatMap((chunk) => (chunk.name === name ? chunk.moduleIds : []))
      for (const file of files) {
        if (!modules.some((id) => isIn(id, file))) {
          const actual = chunks.find((chunk) => chunk.moduleIds.some((id) => isIn(id, file)))
          this.error(
            `${file} is in the chunk '${actual?.name}', and vite.config.ts wants '${name}'`,
          )
        }
      }
    }
  },
})

const isIn = (id: string, file: string) =>
  id.split('?')[0]?.endsWith(`/${file}`) === true || id.includes(`/node_modules/${file}/`)

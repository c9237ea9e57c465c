import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad'
const isHinted = (name: string) => /^(?:react|shop)$/.test(name)

/**
 * Marks the files of the first load with V8's compile hint: Chromium compiles their functions while they are downloaded, on another
 * thread, not one by one when they are first called. Other browsers ignore the comment. It has to be the first line.
 */
export function compileHints(): Plugin {
  return {
    name: 'shop:compile-hints',
    apply: 'build',
    augmentChunkHash: ({ name }) => (isHinted(name) ? hint : undefined),
    // after Vite has put the list of chunks at the start
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && isHinted(file.name)) file.code = `${hint}\n${file.code}`
      },
    },
  }
}

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkOf, sharedByFew, sharedBy } from './tools/build/chunks.ts'
import { createClassNames } from './tools/build/class-names.ts'
import { compileHints } from './tools/build/compile-hints.ts'
import { iconsInPage } from './tools/build/icons-in-page.ts'
import { inspector } from './tools/build/inspector.ts'

const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [{ name: chunkOf }, { name: sharedBy, minShareCount: 3 }, { name: sharedByFew, minShareCount: 2 }],
}

/** Lets the bundler leave out what the shop does not use of React Router and @xstate/react. */
const treeshake = {
  // React has `useSyncExternalStore`: the shim that @xstate/react imports is not needed
  moduleSideEffects: [
    { test: /use-sync-external-store\/.*shim/, sideEffects: false },
    { test: /./, sideEffects: true },
  ],
  // React Router creates its components when it is loaded
  manualPureFunctions: ['createContext', 'forwardRef', 'memo'].map(name => `import_react.${name}`),
}

/** The files that a lazily loaded file is preloaded with: not the first load's. Sorted, so that the lists are alike and compress well. */
const missingFiles = (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html' ? files : files.filter(file => !/^assets\/(?:react|shop|rolldown-runtime)-/.test(file)).toSorted()

/** A static build contains the inspector only if VITE_INSPECTOR is `on`. */
const isInspected = process.env.VITE_INSPECTOR === 'on'

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [
    react(),
    iconsInPage(),
    compileHints(),
    ...(command === 'serve' && process.env.INSPECTOR === 'off' ? [] : [inspector(isInspected)]),
  ],
  publicDir: 'src/public',
  css: { modules: { generateScopedName: createClassNames() } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false, resolveDependencies: missingFiles },
    // drawings are elements of larger files, which browsers load from files only
    assetsInlineLimit: 1024,
    manifest: !isSsrBuild,
    // pages inline scripts of the server's code, so it is minified
    ...(isSsrBuild
      ? { minify: true, copyPublicDir: false }
      : { rolldownOptions: { output: { codeSplitting }, treeshake } }),
  },
  // the server's code holds its libraries, so that they are the production builds in every environment
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': JSON.stringify(mode) } }),
}))

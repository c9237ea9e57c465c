import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkOf, smallPart, sharedBy } from './tools/build/chunks.ts'
import { compileHints } from './tools/build/compile-hints.ts'
import { constantClasses, createClassNames } from './tools/build/class-names.ts'
import { inspectedPage } from './tools/build/inspected-page.ts'
import { leanReact } from './tools/build/lean-react.ts'
import { shakeableRouter } from './tools/build/shakeable-router.ts'
import { iconsInPage } from './tools/build/icons-in-page.ts'
import { stripDescriptions } from './tools/build/strip-descriptions.ts'
import { withInspector } from './tools/build/with-inspector.ts'

const named = 'assets/[name]-[hash]'

const output = {
  entryFileNames: `${named}.js`,
  // the first load names every page's file: shorter without the suffix that all of them share
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.replace(/-page$/, '')}-[hash].js`,
  assetFileNames: ({ names }: { names: string[] }) =>
    `assets/${names[0]!.replace(/(?:-page)?\.\w+$/, '')}-[hash][extname]`,
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: chunkOf, debugName: 'react, shop' },
      // few files: the first load names each file of every page
      { name: smallPart, debugName: 'header, logins, amounts' },
      { name: sharedBy, debugName: 'form, address, account', minShareCount: 3 },
    ],
  },
}

/** React has `useSyncExternalStore`: the shim that @xstate/react imports is not needed. */
const treeshake = {
  moduleSideEffects: [
    { test: /use-sync-external-store\/.*shim/, sideEffects: false },
    { test: /./, sideEffects: true },
  ],
}

/** A static build contains the inspector only if VITE_INSPECTOR is `on`. */
const isInspected = process.env.VITE_INSPECTOR === 'on'

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [
    react(),
    shakeableRouter(),
    leanReact(),
    iconsInPage(),
    stripDescriptions(),
    constantClasses(),
    compileHints(),
    ...(command === 'serve' && process.env.INSPECTOR === 'off' ? [] : [inspectedPage(isInspected)]),
    ...(isInspected ? [withInspector()] : []),
  ],
  css: { modules: { generateScopedName: createClassNames() } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files) => files.filter(file => !/\/(?:react|rolldown-runtime)-/.test(file)),
    },
    assetsInlineLimit: 1024,
    manifest: !isSsrBuild,
    // pages inline scripts of the server's code, so it is minified; asset names must be the same in both builds
    ...(isSsrBuild
      ? { minify: true, copyPublicDir: false, rolldownOptions: { output: { assetFileNames: output.assetFileNames } } }
      : { rolldownOptions: { output, treeshake } }),
  },
  // the server's code holds its libraries, so that they are the production builds in every environment
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': JSON.stringify(mode) } }),
}))

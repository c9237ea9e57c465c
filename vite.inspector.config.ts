import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createClassNames } from './tools/build/class-names.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The inspector is a separate build with the complete machines; no file of the shop imports it. */
export default defineConfig({
  root: here('./tools/inspector'),
  base: '/inspector/',
  publicDir: false,
  plugins: [react()],
  css: { modules: { generateScopedName: createClassNames() } },
  build: {
    target: 'es2022',
    outDir: here('./dist-inspector'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { inspector: here('./tools/inspector/index.html'), tab: here('./tools/inspector/tab.ts') },
      output: {
        // the shop's pages name this file
        entryFileNames: ({ name }) => (name === 'tab' ? 'tab.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})

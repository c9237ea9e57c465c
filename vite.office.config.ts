import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createClassNames } from './tools/build/class-names.ts'
import { iconsInPage } from './tools/build/icons-in-page.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The office is a build of its own: the shop's files are the same bytes with and without it. */
export default defineConfig({
  root: here('./src/office'),
  base: '/office/',
  publicDir: false,
  plugins: [react(), iconsInPage()],
  css: { modules: { generateScopedName: createClassNames() } },
  build: {
    target: 'es2022',
    outDir: here('./dist-office'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
  },
})

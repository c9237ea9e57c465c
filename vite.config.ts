import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkOf } from './src/build/chunks.ts'
import { constantClasses, createClassNames } from './src/build/class-names.ts'
import { shakeableRouter } from './src/build/shakeable-router.ts'
import { spriteInPage } from './src/build/sprite-in-page.ts'
import { undescribedCharts } from './src/build/undescribed-charts.ts'

export default defineConfig({
  plugins: [react(), shakeableRouter(), spriteInPage(), undescribedCharts(), constantClasses()],
  css: { modules: { generateScopedName: createClassNames() } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 1024,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'react, libraries, shop' }],
        },
      },
    },
  },
})

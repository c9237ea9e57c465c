import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Libraries that change less often than the shop get files of their own, so that a release keeps them cached. */
const chunkOf = (id: string) => {
  if (/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react'
  if (/node_modules\/(xstate|@xstate)\//.test(id)) return 'xstate'
  if (/node_modules\/(react-router|react-router-dom|cookie|set-cookie-parser)\//.test(id)) return 'router'
  if (
    /node_modules\/(react-aria|react-aria-components|react-stately|@react-aria|@react-stately|@internationalized)/.test(
      id,
    )
  )
    return 'aria'
  return null
}

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 1024,
    manifest: true,
    rolldownOptions: { output: { advancedChunks: { groups: [{ name: chunkOf }] } } },
  },
})

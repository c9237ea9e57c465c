import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Charts and wire shapes that only pages outside the first load need. */
const lateModules =
  /\/(machines\/(checkout|places|address-form|product|journal\/(boot|replay|fingerprint|timers))|contract\/(totals|fields))\.ts$/
/** Parts of the interface that only pages outside the first load need. */
const lateParts =
  /\/src\/ui\/(Field|Labelled|SelectField|QuantityField|Choice|Tick|Toaster|ToastCard|Turning|Requirement|PinnedTotal|Totals|pageIcons)\b/
/** What of the catalogue later pages need, or comes with a list's answer. */
const lateCatalogue = /\/src\/catalogue\/(Brands|listed-product|plain-text|unit-price)/

/**
 * Which file a module goes into. Libraries change less often than the shop, so a release keeps them cached; what the
 * first load needs of the shop is one file, so that it does not come in twenty pieces.
 */
function chunkOf(id: string): string | null {
  if (/node_modules\/(react|react-dom|scheduler|use-sync-external-store|use-isomorphic-layout-effect)\//.test(id))
    return 'react'
  if (
    /node_modules\/(xstate|@xstate|react-router|react-router-dom|cookie|set-cookie-parser|ofetch|ufo|destr|superstruct)\//.test(
      id,
    )
  )
    return 'libraries'
  if (/\/(contract|machines)\//.test(id) && !lateModules.test(id)) return 'shop'
  if (/\/src\/(ui|effects)\//.test(id) && !lateParts.test(id) && !/effects\/(checkout|product)/.test(id)) return 'shop'
  if (/\/src\/(catalogue\/|layout\/|lost\/|assets\/(mark|state-(error|no))|actors|store)/.test(id))
    return lateCatalogue.test(id) ? null : 'shop'
  return null
}

const output = {
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ name: chunkOf, debugName: 'shop, libraries' }],
  },
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 1024,
    manifest: !isSsrBuild,
    // pages carry small scripts of the server's code as text
    ...(isSsrBuild ? { minify: true, copyPublicDir: false } : { rolldownOptions: { output } }),
  },
  // the server's code holds its libraries, so that they are the production ones whoever starts it
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': JSON.stringify(mode) } }),
}))

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { shakeableRouter } from './src/build/shakeable-router.ts'
import { spriteInPage } from './src/build/sprite-in-page.ts'
import { undescribedCharts } from './src/build/undescribed-charts.ts'

/** Charts and wire shapes that only pages outside the first load need. */
const lateModules =
  /\/(machines\/(checkout|places|address-form|product|journal\/(boot|replay|fingerprint|timers))|contract\/(totals|fields))\.ts$/
/** Parts of the interface that only pages outside the first load need. */
const lateParts =
  /\/src\/ui\/(Field|Labelled|SelectField|QuantityField|Choice|Tick|Toaster|ToastCard|Turning|Requirement|PinnedTotal|Totals)\b/

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
  if (/\/src\/(catalogue\/(?!Brands)|layout\/|lost\/|assets\/(mark|social|state-(error|no))|actors|store)/.test(id))
    return 'shop'
  return null
}

export default defineConfig({
  plugins: [react(), shakeableRouter(), spriteInPage(), undescribedCharts()],
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
          groups: [{ name: chunkOf, debugName: 'shop, libraries' }],
        },
      },
    },
  },
})

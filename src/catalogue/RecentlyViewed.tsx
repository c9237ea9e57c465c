import { useHydrated } from '../ui/use-hydrated.ts'
import { useReadOnce } from '../ui/use-on-mount.ts'
import { ProductRow } from './ProductRow.tsx'
import { readViewed } from './viewed-products.ts'

interface Props {
  /** The product that the page shows. */
  besides?: number
}

/** The products that were viewed on this device, the last one first; nothing if there are none. */
export function RecentlyViewed({ besides }: Props) {
  // only the browser knows them
  const isHydrated = useHydrated()
  return isHydrated ? <Viewed key={besides} besides={besides} /> : null
}

function Viewed({ besides }: { besides: number | undefined }) {
  const productIds = useReadOnce(() => readViewed(() => window.localStorage).filter(id => id !== besides))
  if (productIds.length === 0) return null
  return <ProductRow heading="Recently viewed" query={{ kind: 'recent', productIds }} />
}

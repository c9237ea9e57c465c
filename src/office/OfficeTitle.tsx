import { useOffice } from './system.tsx'

/** The document's title of a page, after the number of orders that have arrived since the board was seen: '(2) Orders · Office'. */
export function OfficeTitle({ text }: { text: string }) {
  const count = useOffice('officeArrivals', ({ context }) => context.unseen.length)
  return <title>{`${count > 0 ? `(${count}) ` : ''}${text} · Office`}</title>
}

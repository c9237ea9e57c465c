import type { TypedAddressField } from '#machines/address/address-form'

/** What an address form reports, whichever chart it belongs to. */
export interface AddressHandlers {
  onType: (field: TypedAddressField, value: string) => void
  /** A field was left; country and region are 'country' and 'region'. */
  onLeave: (field: TypedAddressField | 'country' | 'region') => void
  /** Null where the choice was taken back. */
  onChooseCountry: (id: number | null, name: string) => void
  onChooseRegion: (id: number | null, name: string) => void
  /** Lists that did not load are asked for again. */
  onRetry: () => void
}

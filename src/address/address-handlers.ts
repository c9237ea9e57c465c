import type { TypedAddressField } from '#machines/address/address-form'

/** The callbacks of an address form. Their identity is stable between renders, so that typing renders only one field again. */
export interface AddressHandlers {
  onType: (field: TypedAddressField, value: string) => void
  /** A field lost the focus. */
  onLeave: (field: TypedAddressField | 'country' | 'region') => void
  /** `id` is null and `name` is empty if the choice was cleared. */
  onChooseCountry: (id: number | null, name: string) => void
  onChooseRegion: (id: number | null, name: string) => void
  /** Loads the failed lists again. */
  onRetry: () => void
}

import type { ComponentType } from 'react'

interface ListPickerPart {
  /** Null until its code is loaded. */
  Picker: ComponentType | null
}

/** The page of a product does not contain the fields of the choice: `Picker` is set with the code of the machine, before that starts. */
export const listPicker: ListPickerPart = { Picker: null }

/** 'Deliver to' was pressed. */
export interface PlaceOpening {
  type: 'place.open'
}

/** The key in `localStorage` of the place that orders are to be delivered to. A logout keeps it: it is of the device, not of a shopper. */
export const placeKey = 'shop.place'

/** An address in the delivery area, as the wire has it. */
export const homeAddress = {
  address1: '1 Rowe Street',
  city: 'Eastwood',
  postCode: '2122',
  regionId: 1,
  regionName: 'New South Wales',
  countryId: 1,
  countryName: 'Australia',
}

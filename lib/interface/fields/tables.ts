import { bookingFields, totalsFields } from './booking-fields'
import { positionFields, searchResponseFields, vehicleSearchObjectFields } from './search-fields'
import { vehicleFields } from './vehicle-fields'

/** All field tables, by their names in the OpenAPI document. */
export const fieldTables = {
  Vehicle: { section: '2.1', title: 'Vehicle', table: vehicleFields },
  VehicleSearchObject: {
    section: '2.2',
    title: 'Vehicle search object: a smaller form of the vehicle',
    table: vehicleSearchObjectFields,
  },
  Position: { section: '2.3', title: 'Geo object', table: positionFields },
  Booking: { section: '2.4', title: 'Booking', table: bookingFields },
  Totals: {
    section: '2.4',
    title: 'Totals of a booking, as they appear in a sample',
    table: totalsFields,
  },
  SearchResponse: { section: '2.5', title: 'Search response object', table: searchResponseFields },
} as const

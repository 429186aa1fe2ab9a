/** What the interface leaves open, each with its section. Fields of the tables name them. Source: §2.6–§9 */
export const gaps = {
  types: { section: '2.6', text: 'Vehicle type keys, complete list: not shown' },
  functions: { section: '2.6', text: 'Vehicle function keys, complete list: not shown' },
  when: { section: '2.6', text: 'Allowed values of the booking field when: not shown' },
  prices: {
    section: '2.6',
    text: 'Unit of the price numbers (major or minor currency unit): not shown',
  },
  required: { section: '2.6', text: 'Which fields are required or optional: not shown' },
  bookingStatus: { section: '3', text: 'Booking status values: not shown' },
  vehicleStatus: { section: '3', text: 'Vehicle status values: not shown' },
  transitions: { section: '3', text: 'Transitions: not shown' },
  cursors: {
    section: '4.2',
    text: 'Format and lifetime of cursors, and what an absent or empty next_cursor means: not shown',
  },
  wrapper: { section: '4.2', text: 'Wrapper key of the response of endpoints 3 and 4: not shown' },
  notFound: { section: '4.2', text: 'Behaviour when a vehicle is not found: not shown' },
  order: { section: '4.2', text: 'Order of search results: not shown' },
  keys: {
    section: '5',
    text: 'Lifetime and format of keys, and which form wins when both are sent: not shown',
  },
  payloads: { section: '6', text: 'Payload, time and delivery of each webhook: not shown' },
  errorBody: { section: '7', text: 'Format of the error response body: not shown' },
  statusCodes: { section: '7', text: 'Status codes other than 401 and their conditions: not shown' },
  rateLimits: { section: '8', text: 'Rate limits: not shown' },
  maxima: { section: '8', text: 'Maximum values of limit and radius: not shown' },
  versions: { section: '9', text: 'Policy for versions, compatibility and deprecation: not shown' },
} as const satisfies Record<string, { section: string; text: string }>

export type GapName = keyof typeof gaps

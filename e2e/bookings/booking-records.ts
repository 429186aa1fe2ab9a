/** A booking with a unique word in every field, to find traces of it. */
export const tellTale = {
  id: 'b-zq1001',
  ctime: '2026-10-03 08:15:30.137 GMT',
  mtime: '2026-10-03 08:16:00.000 GMT',
  our_ref: 'REF-zq1002',
  vehicle_id: 'v-zq1003',
  vehicle_our_ref: 'CAB-zq1004',
  when: 'zq1005 at dawn',
  status: 'zq1006-pending',
  error: 'zq1007 no driver',
  customer_name: 'Orla zq1008',
  customer_phone_number: '+44 20 7946 01008',
  from_user_id: 'u-zq1009',
  to_user_id: 'u-zq1010',
  from_position: { lat: 51.50731, lng: -0.12761 },
  from_label: '14 zq1011 Street',
  to_position: { lat: 51.53127, lng: -0.09731 },
  to_label: 'zq1012 Station',
  webhooks: { booking_status_changed: 'https://hooks.example/zq1013' },
  totals: {
    currency: 'ZQX',
    surge: 0,
    extras: 3,
    gross: 20.17,
    code: 'zq1014',
    discount: 2,
    net: 18.17,
    tax: 3.63,
    total: 21.8,
  },
}

/** Traces of the booking in requests and storage. */
export const TELL_TALE = /zq10|01008|ZQX|51\.507|51\.531|0\.1276|0\.0973/i

const STATUSES = ['pending', 'accepted', 'done'] as const

/** Bookings around London that differ by their number only. */
export function manyBookings(count: number): object[] {
  return Array.from({ length: count }, (_, n) => {
    const lat = 51.4 + (n % 100) / 500
    const lng = -0.3 + Math.floor(n / 100) / 250
    return {
      id: `b-${n}`,
      our_ref: `JOB-${n}`,
      ctime: new Date(Date.UTC(2026, 8, 1 + (n % 28), 12))
        .toISOString()
        .replace('T', ' ')
        .replace('Z', ' GMT'),
      status: STATUSES[n % STATUSES.length],
      when: 'now',
      error: n % 100 === 7 ? 'no driver' : '',
      customer_name: n % 2 === 0 ? 'Bo Lindqvist' : '=HYPERLINK("x")',
      from_position: { lat, lng },
      from_label: `${n} Mill Lane`,
      to_position: n % 10 === 3 ? null : { lat: lat + 0.02, lng: lng + 0.03 },
      to_label: 'Quayside',
      totals: { currency: n % 5 === 0 ? 'EUR' : 'GBP', total: (n * 37) % 1000 },
    }
  })
}
